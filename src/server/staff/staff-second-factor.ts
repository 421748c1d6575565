import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { makeSecondFactorSecrets } from '#server/credentials/second-factor-secrets.ts'
import { makeTotpSecret } from '#server/credentials/totp.ts'
import type { Config } from '#server/platform/config.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import {
  findFactor,
  replaceUnconfirmed,
  setConfirmed,
  setSealedSecret,
  takeRecoveryCode,
  takeStep,
} from './staff-second-factor.queries.ts'

export type StaffSecondFactors = {
  /** Returns the secret of a new setup, which replaces an unfinished one; undefined if one is active. */
  start(trx: Transaction, staffId: StaffId): Promise<Buffer | undefined>
  /** Activates the factor of the started setup; returns the recovery codes once. */
  confirm(
    trx: Transaction,
    staffId: StaffId,
    code: string,
    at: Date,
  ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'code_incorrect'>>>
  isOn(trx: Transaction, staffId: StaffId): Promise<boolean>
  /** Consumes a code; call it with the account locked. Refuses if there is no second factor. */
  pass(trx: Transaction, staffId: StaffId, code: string, at: Date): Promise<Result<NoValue, Refusal<'code_incorrect'>>>
}

/** Separate from those of members, so that neither works for the other. */
export const STAFF_FACTOR_PURPOSES = { seal: 'staff second factor', recovery: 'staff recovery code' }

/** Creates the second factors of staff (docs/back-office §1). */
export function makeStaffSecondFactors(config: Pick<Config, 'secret' | 'secretPrevious'>): StaffSecondFactors {
  const secrets = makeSecondFactorSecrets(config, STAFF_FACTOR_PURPOSES)

  async function take(trx: Transaction, staffId: StaffId, sealed: Buffer, typed: string, at: Date): Promise<boolean> {
    const code = secrets.read(staffId, sealed, typed, at)
    if (code.kind === 'recovery') return takeRecoveryCode(trx, staffId, code.hashes)
    return code.step !== undefined && takeStep(trx, staffId, code.step)
  }

  return {
    async start(trx, staffId) {
      const secret = makeTotpSecret()
      return (await replaceUnconfirmed(trx, staffId, secrets.seal(staffId, secret))) ? secret : undefined
    },
    async confirm(trx, staffId, code, at) {
      const factor = await findFactor(trx, staffId)
      if (!factor || factor.confirmed_at) return refuse({ code: 'code_incorrect' })
      if (!(await take(trx, staffId, factor.sealed_secret, code, at))) return refuse({ code: 'code_incorrect' })
      const { shown, hashes } = secrets.makeRecoveryCodes(staffId)
      await setConfirmed(trx, staffId, hashes)
      return { ok: true, recoveryCodes: shown }
    },
    async isOn(trx, staffId) {
      const factor = await findFactor(trx, staffId)
      return factor?.confirmed_at != null
    },
    async pass(trx, staffId, code, at) {
      const factor = await findFactor(trx, staffId)
      if (!factor?.confirmed_at) return refuse({ code: 'code_incorrect' })
      if (!(await take(trx, staffId, factor.sealed_secret, code, at))) return refuse({ code: 'code_incorrect' })
      const renewed = secrets.renewed(staffId, factor.sealed_secret)
      if (renewed) await setSealedSecret(trx, staffId, renewed)
      return { ok: true }
    },
  }
}
