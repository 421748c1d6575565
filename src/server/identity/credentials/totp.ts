import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { SecondFactorSetUp } from '#contract/customers/second-factor.ts'

/** RFC 4226 recommends 160 bits. Six digits of SHA-1 every 30 seconds is what every app supports (RFC 6238). */
const SECRET_BYTES = 20
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 }
const CODE = /^\d{6}$/
/** Tolerance in steps for a phone's clock. */
const DRIFT = 1

export const makeTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

const totp = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...SHAPE, ...names, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

/** Returns the time step around `at` that the code belongs to, if any. */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | undefined {
  // otpauth throws for six characters that are more than six bytes.
  if (!CODE.test(code)) return undefined
  const timestamp = at.getTime()
  const one = totp(secret)
  const delta = one.validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? undefined : one.counter({ timestamp }) + delta
}

/** Returns the code that an app shows at that moment. */
export const codeOf = (secret: Buffer, at: Date): string => totp(secret).generate({ timestamp: at.getTime() })

export function presentSetUp(secret: Buffer, names: { issuer: string; label: string }): SecondFactorSetUp {
  const one = totp(secret, names)
  const uri = one.toString()
  const { data, size } = encode(uri, { ecc: 'M', border: 2 })
  return { secret: one.secret.base32, uri, qr: { size, path: pathOf(data) } }
}

/** Draws a rectangle for every run of dark modules in a row. */
const pathOf = (rows: boolean[][]): string =>
  rows
    .flatMap((row, y) => {
      const line = row.map((dark) => (dark ? '#' : ' ')).join('')
      return [...line.matchAll(/#+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    })
    .join('')
