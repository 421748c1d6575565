import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { AccountTables } from './account-tables.ts'
import { createSecondFactorQueries } from './second-factor.queries.ts'
import { makeSecondFactorSecrets } from './second-factor-secrets.ts'
import { findTimeStep, makeTotpSecret } from './totp.ts'

export type CodeRefusal = Refusal<'code_required' | 'code_incorrect'>

/** The second factors of one kind of account. Everything but `start` and `isOn` expects the account to be locked. */
export type SecondFactorStore<Id extends number> = {
  /** Returns the secret of a new setup, which replaces an unfinished one; undefined if a second factor is on. */
  start(trx: Transaction, id: Id): Promise<Buffer | undefined>
  /**
   * Switches the second factor on with a code that proves the app has the secret. The recovery codes are never shown
   * again.
   */
  confirm(
    trx: Transaction,
    id: Id,
    code: string,
    now: Date,
  ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'code_incorrect' | 'second_factor_not_started'>>>
  isOn(trx: Transaction, id: Id): Promise<boolean>
  /** Consumes a code. Refuses if there is no second factor. */
  pass(trx: Transaction, id: Id, code: string, now: Date): Promise<Result<NoValue, CodeRefusal>>
  /** Replaces everything with a secret whose first code is given. */
  replace(
    trx: Transaction,
    id: Id,
    setup: { secret: Buffer; code: string },
    now: Date,
  ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'code_incorrect'>>>
  /** Replaces the remaining recovery codes with ten new ones. */
  replaceRecoveryCodes(trx: Transaction, id: Id): Promise<string[]>
}

/** `purposes` differ by kind of account, so that the second factors of one never open as the other's. */
export function makeSecondFactorStore<Id extends number>(
  config: Pick<Config, 'secret' | 'secretPrevious'>,
  { tables, purposes }: { tables: AccountTables<Id>; purposes: { seal: string; recovery: string } },
): SecondFactorStore<Id> {
  const secrets = makeSecondFactorSecrets(config, purposes)
  const queries = createSecondFactorQueries(tables)

  async function consumeCode(trx: Transaction, id: Id, sealed: Buffer, input: string, now: Date): Promise<boolean> {
    const code = secrets.read(id, sealed, input, now)
    if (code.kind === 'recovery') return queries.takeRecoveryCode(trx, id, code.hashes)
    return code.step !== undefined && queries.takeStep(trx, id, code.step)
  }

  return {
    async start(trx, id) {
      const secret = makeTotpSecret()
      return (await queries.replaceUnconfirmed(trx, id, secrets.seal(id, secret))) ? secret : undefined
    },
    async confirm(trx, id, code, now) {
      const factor = await queries.find(trx, id)
      if (!factor || factor.confirmed_at) return refuse({ code: 'second_factor_not_started' })
      if (!(await consumeCode(trx, id, factor.sealed_secret, code, now))) return refuse({ code: 'code_incorrect' })
      const { shown: displayed, hashes } = secrets.makeRecoveryCodes(id)
      await queries.setConfirmed(trx, id, hashes)
      return { ok: true, recoveryCodes: displayed }
    },
    async isOn(trx, id) {
      return (await queries.find(trx, id))?.confirmed_at != null
    },
    async pass(trx, id, code, now) {
      if (code === '') return refuse({ code: 'code_required' })
      const factor = await queries.find(trx, id)
      if (!factor?.confirmed_at) return refuse({ code: 'code_incorrect' })
      if (!(await consumeCode(trx, id, factor.sealed_secret, code, now))) return refuse({ code: 'code_incorrect' })
      const resealed = secrets.renewed(id, factor.sealed_secret)
      if (resealed) await queries.setSealedSecret(trx, id, resealed)
      return { ok: true }
    },
    async replace(trx, id, { secret, code }, now) {
      const step = findTimeStep(secret, code.replaceAll(/[\s-]/g, ''), now)
      if (step === undefined) return refuse({ code: 'code_incorrect' })
      const { shown: displayed, hashes } = secrets.makeRecoveryCodes(id)
      await queries.remove(trx, id)
      await queries.replaceUnconfirmed(trx, id, secrets.seal(id, secret))
      await queries.takeStep(trx, id, step)
      await queries.setConfirmed(trx, id, hashes)
      return { ok: true, recoveryCodes: displayed }
    },
    async replaceRecoveryCodes(trx, id) {
      const { shown: displayed, hashes } = secrets.makeRecoveryCodes(id)
      await queries.replaceRecoveryCodes(trx, id, hashes)
      return displayed
    },
  }
}

/** Deletes the second factor with its recovery codes. */
export const deleteSecondFactor = <Id extends number>(trx: Transaction, tables: AccountTables<Id>, id: Id) =>
  createSecondFactorQueries(tables).remove(trx, id)

export const findSecondFactorState = <Id extends number>(db: Database, tables: AccountTables<Id>, id: Id) =>
  createSecondFactorQueries(tables).findState(db, id)
