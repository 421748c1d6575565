import { expect, it } from 'vitest'
import { makeSigner } from './signer.ts'

const [before, now] = ['the secret of before, long enough', 'the secret of now, long enough too']

it('accepts its own signature for the same purpose and text', () => {
  const signer = makeSigner(now)
  const signature = signer.sign('csrf', 'visitor')
  expect(signer.verify('csrf', 'visitor', signature)).toBe(true)
  expect(signer.verify('order', 'visitor', signature)).toBe(false)
  expect(signer.verify('csrf', 'another', signature)).toBe(false)
  expect(signer.verify('csrf', 'visitor', '')).toBe(false)
})

it('accepts signatures of the previous secret, and signs with the new one', () => {
  const signer = makeSigner(now, before)
  expect(signer.verify('csrf', 'visitor', makeSigner(before).sign('csrf', 'visitor'))).toBe(true)
  expect(signer.sign('csrf', 'visitor')).toBe(makeSigner(now).sign('csrf', 'visitor'))
  expect(makeSigner(now).verify('csrf', 'visitor', makeSigner(before).sign('csrf', 'visitor'))).toBe(false)
})
