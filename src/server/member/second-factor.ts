import { pageMessages } from '#contract/page-messages.ts'
import { serverMessages } from '#contract/server-messages.ts'
import type { Config } from '../config.ts'
import type { Database, Transaction } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import { makeSealer } from '../sealer.ts'
import { makeSigner } from '../signer.ts'
import { makeReadableCode } from './readable-code.ts'
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

/** Shown only to those who have the right password. */
export const codeSentences: Record<CodeRefusal, string> = {
  code_needed: pageMessages.codeNeeded,
  code_wrong: serverMessages.codeWrong,
}

type Refused<Refusal> = { ok: false; refusal: Refusal }
type Passed = { ok: true } | Refused<CodeRefusal>

export type SecondFactors = {
  /** The secret of a new set-up, replacing that of an unfinished one; undefined if a second factor is on. */
  start(db: Database, userId: UserId): Promise<Buffer | undefined>
  /** Switches it on, by a code which shows that the app has the secret. The recovery codes are never shown again. */
  confirm(
    trx: Transaction,
    userId: UserId,
    code: string,
    at: Date,
  ): Promise<{ ok: true; recoveryCodes: string[] } | Refused<'code_wrong' | 'not_started'>>
  /** Lets pass whoever has no second factor; everybody else needs a code, which is then used up. */
  pass(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Passed>
  remove(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Passed | Refused<'not_on'>>
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

  async function pass(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Passed> {
    await lockUser(trx, userId)
    const sealed = await findSealedSecret(trx, userId, 'confirmed')
    if (!sealed) return { ok: true }
    if (code === '') return { ok: false, refusal: 'code_needed' }
    if (!(await takeCode(trx, userId, sealed, code, at))) return { ok: false, refusal: 'code_wrong' }
    const renewed = sealer.renewed(PURPOSE, userId, sealed)
    if (renewed) await setSealedSecret(trx, userId, renewed)
    return { ok: true }
  }

  return {
    async start(db, userId) {
      const secret = makeTotpSecret()
      const started = await replaceUnconfirmed(db, userId, sealer.seal(PURPOSE, userId, secret))
      return started ? secret : undefined
    },
    async confirm(trx, userId, code, at) {
      await lockUser(trx, userId)
      const sealed = await findSealedSecret(trx, userId, 'unconfirmed')
      if (!sealed) return { ok: false, refusal: 'not_started' }
      if (!(await takeCode(trx, userId, sealed, code, at))) return { ok: false, refusal: 'code_wrong' }
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
      if (!(await findSealedSecret(trx, userId, 'confirmed'))) return { ok: false, refusal: 'not_on' }
      const passed = await pass(trx, userId, code, at)
      if (passed.ok) await deleteSecondFactor(trx, userId)
      return passed
    },
  }
}

/** For somebody who lost phone and recovery codes; false if there was nothing to remove. */
export const removeSecondFactor = (db: Database, email: string): Promise<boolean> => deleteSecondFactorOf(db, email)

/** Removes the spaces and hyphens that apps show and people write: `123 456`, `abcde-fghjk`. */
const bareCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

const inGroups = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
