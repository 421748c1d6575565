import v8 from 'node:v8'

/*
 * Imported first. A short command on the embedded engine ends before V8 has optimized the engine's code, and the
 * process then waits about a second for the optimization to finish. This delays optimization until thirty times the
 * work, which long commands still reach immediately.
 */
v8.setFlagsFromString('--wasm-tiering-budget=400000000')
