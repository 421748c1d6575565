import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Config } from '#server/platform/config.ts'
import { makeReadableCode } from '#server/platform/crypto/readable-code.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findUser } from './account.queries.ts'
import {
  deleteSecondFactor,
  deleteSecondFactorOf,
  findSealedSecret,
  lockUser,
  replaceUnconfirmed,
  setConfirmed,
  setSealedSecret,
  takeRecoveryCode,
  takeStep,
} from './second-factor.queries.ts'
import { makeTotpSecret, stepOfCode } from './totp.ts'

const PURPOSE = 'second factor'
const RECOVERY_CODES = 10
/** One of 31¹⁰, with a hash that cannot be brute-forced without the shop's SECRET. */
const RECOVERY_CODE_LENGTH = 10

export type CodeRefusal = 'code_needed' | 'code_wrong'

export type SecondFactors = {
  /**
   * The secret of a new set-up, replacing that of an unfinished one. Refused until the email is proven: whoever registers
   * somebody else's email must not lock its owner out.
   */
  start(trx: Transaction, userId: UserId): Promise<Result<{ secret: Buffer }, 'email_not_proven' | 'already_on'>>
  /** Switches it on, by a code which shows that the app has the secret. The recovery codes are never shown again. */
  confirm(
    trx: Transaction,
    userId: UserId,
    code: string,
    at: Date,
  ): Promise<Result<{ recoveryCodes: string[] }, 'code_wrong' | 'not_started'>>
  /** Lets pass whoever has no second factor; everybody else needs a code, which is then used up. */
  pass(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Result<Done, CodeRefusal>>
  remove(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Result<Done, CodeRefusal | 'not_on'>>
}

export function makeSecondFactors({
  secret: shopSecret,
  secretPrevious,
}: Pick<Config, 'secret' | 'secretPrevious'>): SecondFactors {
  const sealer = makeSealer(shopSecret, secretPrevious)
  const hashWith = (from: string, userId: UserId, code: string) =>
    Buffer.from(makeSigner(from).sign('recovery code', `${userId} ${code}`), 'base64url')
  const hashCode = (userId: UserId, code: string) => hashWith(shopSecret, userId, code)
  const hashesOf = (userId: UserId, code: string) =>
    [shopSecret, secretPrevious].filter((from) => from !== undefined).map((from) => hashWith(from, userId, code))

  async function takeCode(trx: Transaction, userId: UserId, sealed: Buffer, typed: string, at: Date): Promise<boolean> {
    const code = bareCode(typed)
    if (code.length === RECOVERY_CODE_LENGTH) return takeRecoveryCode(trx, userId, hashesOf(userId, code))
    const step = stepOfCode(sealer.open(PURPOSE, userId, sealed), code, at)
    return step !== undefined && takeStep(trx, userId, step)
  }

  async function pass(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Result<Done, CodeRefusal>> {
    await lockUser(trx, userId)
    const sealed = await findSealedSecret(trx, userId, 'confirmed')
    if (!sealed) return { ok: true }
    if (code === '') return refuse('code_needed')
    if (!(await takeCode(trx, userId, sealed, code, at))) return refuse('code_wrong')
    const renewed = sealer.renewed(PURPOSE, userId, sealed)
    if (renewed) await setSealedSecret(trx, userId, renewed)
    return { ok: true }
  }

  return {
    async start(trx, userId) {
      if (!(await findUser(trx, userId))?.email_proven) return refuse('email_not_proven')
      const secret = makeTotpSecret()
      const started = await replaceUnconfirmed(trx, userId, sealer.seal(PURPOSE, userId, secret))
      return started ? { ok: true, secret } : refuse('already_on')
    },
    async confirm(trx, userId, code, at) {
      await lockUser(trx, userId)
      const sealed = await findSealedSecret(trx, userId, 'unconfirmed')
      if (!sealed) return refuse('not_started')
      if (!(await takeCode(trx, userId, sealed, code, at))) return refuse('code_wrong')
      const codes = Array.from({ length: RECOVERY_CODES }, () => makeReadableCode(RECOVERY_CODE_LENGTH))
      await setConfirmed(
        trx,
        userId,
        codes.map((one) => hashCode(userId, one)),
      )
      return { ok: true, recoveryCodes: codes.map(inGroups) }
    },
    pass,
    async remove(trx, userId, code, at) {
      await lockUser(trx, userId)
      if (!(await findSealedSecret(trx, userId, 'confirmed'))) return refuse('not_on')
      const passed = await pass(trx, userId, code, at)
      if (passed.ok) await deleteSecondFactor(trx, userId)
      return passed
    },
  }
}

/** For somebody who lost phone and recovery codes. */
export async function removeSecondFactor(
  trx: Transaction,
  email: string,
): Promise<Result<{ userId: UserId }, 'not_on'>> {
  const userId = await deleteSecondFactorOf(trx, email)
  return userId === undefined ? refuse('not_on') : { ok: true, userId }
}

/** Removes the spaces and hyphens that apps show and people write: `123 456`, `abcde-fghjk`. */
const bareCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

const inGroups = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
