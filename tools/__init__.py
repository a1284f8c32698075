"""Tools for people who work on gamekit. They are not part of the wheel."""
