import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { userTables } from '#server/identity/credentials/account-tables.ts'
import {
  type CodeRefusal,
  deleteSecondFactor,
  makeSecondFactorStore,
} from '#server/identity/credentials/second-factors.ts'
import type { Config } from '#server/platform/config.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findUser } from './account.queries.ts'
import { deleteConfirmedSecondFactor, lockUser } from './second-factor.queries.ts'

export type SecondFactors = {
  /**
   * Creates the secret of a new setup, replacing that of an unfinished one. Refuses until the email is verified, so
   * that a person who registers another person's email cannot lock its owner out.
   */
  start(
    trx: Transaction,
    userId: UserId,
  ): Promise<Result<{ secret: Buffer }, Refusal<'email_not_verified' | 'second_factor_already_on'>>>
  confirm(
    trx: Transaction,
    userId: UserId,
    code: string,
    now: Date,
  ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'code_incorrect' | 'second_factor_not_started'>>>
  /** Passes users without a second factor. All others need a code, which is then used up. */
  pass(trx: Transaction, userId: UserId, code: string, now: Date): Promise<Result<NoValue, CodeRefusal>>
  remove(
    trx: Transaction,
    userId: UserId,
    code: string,
    now: Date,
  ): Promise<Result<NoValue, CodeRefusal | Refusal<'second_factor_not_on'>>>
}

/** Creates the second factors of users, who need not have one. */
export function makeSecondFactors(config: Pick<Config, 'secret' | 'secretPrevious'>): SecondFactors {
  const purposes = { seal: 'second factor', recovery: 'recovery code' }
  const factors = makeSecondFactorStore(config, { tables: userTables, purposes })
  return {
    async start(trx, userId) {
      if (!(await findUser(trx, userId))?.email_verified) return refuse({ code: 'email_not_verified' })
      const secret = await factors.start(trx, userId)
      return secret ? { ok: true, secret } : refuse({ code: 'second_factor_already_on' })
    },
    async confirm(trx, userId, code, now) {
      await lockUser(trx, userId)
      return factors.confirm(trx, userId, code, now)
    },
    async pass(trx, userId, code, now) {
      await lockUser(trx, userId)
      return (await factors.isOn(trx, userId)) ? factors.pass(trx, userId, code, now) : { ok: true }
    },
    async remove(trx, userId, code, now) {
      await lockUser(trx, userId)
      if (!(await factors.isOn(trx, userId))) return refuse({ code: 'second_factor_not_on' })
      const passed = await factors.pass(trx, userId, code, now)
      if (passed.ok) await deleteSecondFactor(trx, userTables, userId)
      return passed
    },
  }
}

/** Removes the second factor of a user who lost phone and recovery codes. */
export async function removeSecondFactor(
  trx: Transaction,
  email: string,
): Promise<Result<{ userId: UserId }, Refusal<'second_factor_not_on'>>> {
  const userId = await deleteConfirmedSecondFactor(trx, email)
  return userId === undefined ? refuse({ code: 'second_factor_not_on' }) : { ok: true, userId }
}
