"""Pages for people: self-contained HTML without scripts, to be printed or filed."""
