"""Celery workers: the only package that imports celery."""

from __future__ import annotations
