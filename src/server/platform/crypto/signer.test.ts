import { expect, it } from 'vitest'
import { makeSigner } from './signer.ts'

const [oldSecret, newSecret] = ['the old secret, which is long enough', 'the new secret, which is long enough']

it('accepts its own signature for the same purpose and text', () => {
  const signer = makeSigner(newSecret)
  const signature = signer.sign('csrf', 'visitor')
  expect(signer.verify('csrf', 'visitor', signature)).toBe(true)
  expect(signer.verify('order', 'visitor', signature)).toBe(false)
  expect(signer.verify('csrf', 'another', signature)).toBe(false)
  expect(signer.verify('csrf', 'visitor', '')).toBe(false)
})

it('accepts signatures of the previous secret, and signs with the new one', () => {
  const signer = makeSigner(newSecret, oldSecret)
  expect(signer.verify('csrf', 'visitor', makeSigner(oldSecret).sign('csrf', 'visitor'))).toBe(true)
  expect(signer.sign('csrf', 'visitor')).toBe(makeSigner(newSecret).sign('csrf', 'visitor'))
  expect(makeSigner(newSecret).verify('csrf', 'visitor', makeSigner(oldSecret).sign('csrf', 'visitor'))).toBe(false)
})
