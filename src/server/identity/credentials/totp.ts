import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { SecondFactorSetUp } from '#contract/customers/second-factor.ts'

/** RFC 4226 recommends 160 bits. Six digits of SHA-1 every 30 seconds is what every app supports (RFC 6238). */
const SECRET_BYTES = 20
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 }
const CODE = /^\d{6}$/
/** Tolerance in steps for a phone's clock. */
const DRIFT = 1

export const makeTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

const createTotp = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...TOTP_OPTIONS, ...names, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

/** Returns the time step around `now` that the code belongs to, if any. */
export function findTimeStep(secret: Buffer, code: string, now: Date): number | undefined {
  // otpauth throws for six characters that are more than six bytes.
  if (!CODE.test(code)) return undefined
  const timestamp = now.getTime()
  const generator = createTotp(secret)
  const delta = generator.validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? undefined : generator.counter({ timestamp }) + delta
}

/** Returns the code that an app shows at that moment. */
export const generateCode = (secret: Buffer, now: Date): string =>
  createTotp(secret).generate({ timestamp: now.getTime() })

export function presentSetUp(secret: Buffer, names: { issuer: string; label: string }): SecondFactorSetUp {
  const generator = createTotp(secret, names)
  const uri = generator.toString()
  const { data, size } = encode(uri, { ecc: 'M', border: 2 })
  return { secret: generator.secret.base32, uri, qr: { size, path: toSvgPath(data) } }
}

/** Draws a rectangle for every run of dark modules in a row. */
const toSvgPath = (rows: boolean[][]): string =>
  rows
    .flatMap((row, y) => {
      const line = row.map((dark) => (dark ? '#' : ' ')).join('')
      return [...line.matchAll(/#+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    })
    .join('')
