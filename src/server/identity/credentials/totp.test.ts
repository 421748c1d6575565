import { describe, expect, it } from 'vitest'
import { findTimeStep, presentSetUp } from './totp.ts'

/** RFC 6238, appendix B: the last six of its eight digits. */
const secret = Buffer.from('12345678901234567890')
const now = (seconds: number) => new Date(seconds * 1000)

describe('an authenticator app’s code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %i seconds is %s', (seconds, code, step) => {
    expect(findTimeStep(secret, code, now(seconds))).toBe(step)
  })

  it('is accepted one step early or late, not two', () => {
    const steps = [-2, -1, 0, 1, 2].map((late) => findTimeStep(secret, '081804', now(1_111_111_109 + late * 30)))
    expect(steps).toEqual([undefined, 37_037_036, 37_037_036, 37_037_036, undefined])
  })

  it.each(['', '81804', '0818040', '08180x', '٠٨١٨٠٤'])('is never %j', (code) => {
    expect(findTimeStep(secret, code, now(1_111_111_109))).toBeUndefined()
  })
})

it('the setup names shop and account, and draws the URI as squares', () => {
  const { secret: typed, uri, qr } = presentSetUp(secret, { issuer: 'Hair & Co', label: 'ana@example.com' })
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri).toContain('otpauth://totp/Hair%20%26%20Co:ana%40example.com?')
  expect(new URL(uri).searchParams.get('secret')).toBe(typed)
  expect(qr.size).toBeGreaterThan(21)
  expect(qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
})
