"""Tools for development. They are not part of the wheel."""
