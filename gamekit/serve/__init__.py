"""Server of the lessons: command line, pages, worker processes, export, classes."""

import sys

# A parser of international addresses that jsonschema brings in when it is imported: 1.4 of the 2.3 s until the first
# page, for a kind of address that no message here carries. It does without, as where it is not installed.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
