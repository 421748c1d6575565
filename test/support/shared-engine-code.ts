import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** Held as long as the process lives: V8 keeps what it compiled of a module for as long as anybody has that module. */
const held: WebAssembly.Module[] = []

/**
 * Lets all threads of this process run the same machine code of the embedded engine, compiled and optimised once rather
 * than for each test file: V8 finds it by the bytes it was compiled from.
 */
export function shareEngineCode(): void {
  // V8 of Node 24.21 broke off while one thread freed code that it had optimised and others were running it.
  setFlagsFromString('--no-wasm-code-gc')
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  for (const file of ['pglite.wasm', 'initdb.wasm']) {
    held.push(new WebAssembly.Module(readFileSync(join(folder, file))))
  }
}
