"""Request handlers of a class: joining, taking part, teaching, projector, tables, tournament."""
