"""Rules as WebAssembly: what `rules.wasm` can be asked, how kernels become it, and the data that goes with it."""
