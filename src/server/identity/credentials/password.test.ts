import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

// Tests of calls hash at a hundredth of these figures ().
test('a password is hashed with 19 MiB and two passes (docs/security §2), and only the same password matches', async () => {
  const message = 'orchid lamp 48'
  const stored = await hashPassword(message)
  const [, salt = '', hash = ''] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/.exec(stored) ?? []
  const passwords = {
    message,
    nonce: Buffer.from(salt, 'base64'),
    parallelism: 1,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
  }
  expect(argon2Sync('argon2id', passwords).toString('base64')).toBe(`${hash}=`)
  expect(await isPassword(message, stored)).toBe(true)
  expect(await isPassword('orchid lamp 49', stored)).toBe(false)
  expect(await isPassword(message, undefined)).toBe(false)
})

test('a password matches however its accents are composed', async () => {
  const stored = await hashPassword('caf\u00e9 au lait')
  expect(await isPassword('cafe\u0301 au lait', stored)).toBe(true)
})
