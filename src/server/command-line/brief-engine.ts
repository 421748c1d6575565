import v8 from 'node:v8'

/*
 * Imported first. A command that asks the embedded engine a few things ends before V8 has optimized the engine's program,
 * and a process does not end while it still optimizes: for a second. So V8 begins later, after thirty times the work, which
 * commands that have much to do still reach at once.
 */
v8.setFlagsFromString('--wasm-tiering-budget=400000000')
