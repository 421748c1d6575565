import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { makeSecondFactorSecrets } from '#server/credentials/second-factor-secrets.ts'
import { makeTotpSecret } from '#server/credentials/totp.ts'
import type { Config } from '#server/platform/config.ts'
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

export type CodeRefusal = Refusal<'code_required' | 'code_incorrect'>

export type SecondFactors = {
  /**
   * Creates the secret of a new setup, replacing that of an unfinished one. Refuses until the email is proven, so that
   * a person who registers another person's email cannot lock its owner out.
   */
  start(
    trx: Transaction,
    userId: UserId,
  ): Promise<Result<{ secret: Buffer }, Refusal<'email_not_proven' | 'already_on'>>>
  /**
   * Switches the second factor on with a code that proves the app has the secret. The recovery codes are never shown
   * again.
   */
  confirm(
    trx: Transaction,
    userId: UserId,
    code: string,
    at: Date,
  ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'code_incorrect' | 'not_started'>>>
  /** Passes users without a second factor. All others need a code, which is then used up. */
  pass(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Result<NoValue, CodeRefusal>>
  remove(
    trx: Transaction,
    userId: UserId,
    code: string,
    at: Date,
  ): Promise<Result<NoValue, Refusal<'not_on'> | CodeRefusal>>
}

export function makeSecondFactors(config: Pick<Config, 'secret' | 'secretPrevious'>): SecondFactors {
  const secrets = makeSecondFactorSecrets(config, { seal: 'second factor', recovery: 'recovery code' })

  async function takeCode(trx: Transaction, userId: UserId, sealed: Buffer, typed: string, at: Date): Promise<boolean> {
    const code = secrets.read(userId, sealed, typed, at)
    if (code.kind === 'recovery') return takeRecoveryCode(trx, userId, code.hashes)
    return code.step !== undefined && takeStep(trx, userId, code.step)
  }

  async function pass(trx: Transaction, userId: UserId, code: string, at: Date): Promise<Result<NoValue, CodeRefusal>> {
    await lockUser(trx, userId)
    const sealed = await findSealedSecret(trx, userId, 'confirmed')
    if (!sealed) return { ok: true }
    if (code === '') return refuse({ code: 'code_required' })
    if (!(await takeCode(trx, userId, sealed, code, at))) return refuse({ code: 'code_incorrect' })
    const renewed = secrets.renewed(userId, sealed)
    if (renewed) await setSealedSecret(trx, userId, renewed)
    return { ok: true }
  }

  return {
    async start(trx, userId) {
      if (!(await findUser(trx, userId))?.email_proven) return refuse({ code: 'email_not_proven' })
      const secret = makeTotpSecret()
      const started = await replaceUnconfirmed(trx, userId, secrets.seal(userId, secret))
      return started ? { ok: true, secret } : refuse({ code: 'already_on' })
    },
    async confirm(trx, userId, code, at) {
      await lockUser(trx, userId)
      const sealed = await findSealedSecret(trx, userId, 'unconfirmed')
      if (!sealed) return refuse({ code: 'not_started' })
      if (!(await takeCode(trx, userId, sealed, code, at))) return refuse({ code: 'code_incorrect' })
      const { shown, hashes } = secrets.makeRecoveryCodes(userId)
      await setConfirmed(trx, userId, hashes)
      return { ok: true, recoveryCodes: shown }
    },
    pass,
    async remove(trx, userId, code, at) {
      await lockUser(trx, userId)
      if (!(await findSealedSecret(trx, userId, 'confirmed'))) return refuse({ code: 'not_on' })
      const passed = await pass(trx, userId, code, at)
      if (passed.ok) await deleteSecondFactor(trx, userId)
      return passed
    },
  }
}

/** Removes the second factor of a user who lost phone and recovery codes. */
export async function removeSecondFactor(
  trx: Transaction,
  email: string,
): Promise<Result<{ userId: UserId }, Refusal<'not_on'>>> {
  const userId = await deleteSecondFactorOf(trx, email)
  return userId === undefined ? refuse({ code: 'not_on' }) : { ok: true, userId }
}
