import type { Config } from '#server/platform/config.ts'
import { makeReadableCode } from '#server/platform/crypto/readable-code.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { findTimeStep } from './totp.ts'

const RECOVERY_CODES = 10
/** 31¹⁰ possible codes, stored as hashes that cannot be brute-forced without the shop's SECRET. */
const RECOVERY_CODE_LENGTH = 10

/** A typed code: a recovery code by its possible hashes, or a time step of the app. */
export type TypedCode = { kind: 'recovery'; hashes: Buffer[] } | { kind: 'app'; step: number | undefined }

export type SecondFactorSecrets = {
  seal(owner: number, secret: Buffer): Buffer
  open(owner: number, sealed: Buffer): Buffer
  /** Returns the secret sealed again if the shop's secret has changed. */
  renewed(owner: number, sealed: Buffer): Buffer | undefined
  /** Creates ten codes for one-time display, and their hashes. */
  makeRecoveryCodes(owner: number): { shown: string[]; hashes: Buffer[] }
  read(owner: number, sealed: Buffer, input: string, now: Date): TypedCode
}

/** Seals second factors of members and staff. Different purposes keep those of one from opening as the other. */
export function makeSecondFactorSecrets(
  { secret: shopSecret, secretPrevious }: Pick<Config, 'secret' | 'secretPrevious'>,
  purposes: { seal: string; recovery: string },
): SecondFactorSecrets {
  const sealer = makeSealer(shopSecret, secretPrevious)
  const hashWith = (secret: string, owner: number, code: string) =>
    Buffer.from(makeSigner(secret).sign(purposes.recovery, `${owner} ${code}`), 'base64url')
  return {
    seal: (owner, secret) => sealer.seal(purposes.seal, owner, secret),
    open: (owner, sealed) => sealer.open(purposes.seal, owner, sealed),
    renewed: (owner, sealed) => sealer.renewed(purposes.seal, owner, sealed),
    makeRecoveryCodes(owner) {
      const codes = Array.from({ length: RECOVERY_CODES }, () => makeReadableCode(RECOVERY_CODE_LENGTH))
      return { shown: codes.map(formatInGroups), hashes: codes.map((code) => hashWith(shopSecret, owner, code)) }
    },
    read(owner, sealed, input, now) {
      const code = normalizeCode(input)
      if (code.length !== RECOVERY_CODE_LENGTH) {
        return { kind: 'app', step: findTimeStep(sealer.open(purposes.seal, owner, sealed), code, now) }
      }
      const secrets = [shopSecret, secretPrevious].filter((secret) => secret !== undefined)
      return { kind: 'recovery', hashes: secrets.map((secret) => hashWith(secret, owner, code)) }
    },
  }
}

/** Removes spaces and hyphens, as in `123 456` and `abcde-fghjk`. */
const normalizeCode = (input: string): string => input.replaceAll(/[\s-]/g, '').toUpperCase()

const formatInGroups = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
