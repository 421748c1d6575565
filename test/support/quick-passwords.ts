import type * as Crypto from 'node:crypto'
import { vi } from 'vitest'

/** A hundredth of the memory, one pass: hundreds of passwords are hashed, and what they cost is not what is tested. */
const CHEAP = { memory: 190, passes: 1 }

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  const argon2: typeof Crypto.argon2 = (algorithm, parameters, done) =>
    crypto.argon2(algorithm, { ...parameters, ...CHEAP }, done)
  return { ...crypto, default: crypto, argon2 }
})
