"""Build of games' rules as WebAssembly: entries, compilation of kernels, and the data that goes with them."""
