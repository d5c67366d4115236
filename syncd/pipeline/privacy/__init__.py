"""What is stored about a person, and taking it away."""
