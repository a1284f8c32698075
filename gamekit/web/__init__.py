"""Browser side: games as WebAssembly and JavaScript, engine, scripts, styles and fonts of pages.

`tools` builds the files in built/, which ship with the package. Widgets are in gamekit.widgets.
"""
