"""Server of the lessons: command line, pages, worker processes, export, classes."""

import sys

# jsonschema imports this parser of international URLs if it is installed: 1.4 of the 2.3 s until the first page, for
# a format that no message here uses. jsonschema works without.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
