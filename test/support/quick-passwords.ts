import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** A hundredth of the memory, one pass: hundreds of passwords are hashed, and their cost is not under test. */
const CHEAP_PARAMETERS = { memory: 190, passes: 1 } as const
const { argon2 } = crypto

// Once per thread, which runs many files.
if (argon2.name !== 'cheapArgon2') {
  crypto.argon2 = function cheapArgon2(algorithm, parameters: Argon2Parameters, done) {
    argon2(algorithm, { ...parameters, ...CHEAP_PARAMETERS }, done)
  }
  syncBuiltinESMExports()
}
