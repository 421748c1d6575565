import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { makeTotpSecret } from '#server/identity/credentials/totp.ts'
import type { Config } from '#server/platform/config.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Staff } from './find-staff.ts'
import { lockStaff } from './staff.queries.ts'
import { makeStaffSecondFactors } from './staff-second-factor.ts'
import { endStaffSessions } from './staff-sessions.ts'

/** The browser keeps the sealed secret during setup, so that the current one works until the new one is confirmed. */
const PURPOSE = 'renewal of a staff second factor'
const VALID_MS = 15 * 60_000
const TIME_BYTES = 8

type StaffSelf = Pick<Staff, 'id' | 'tokenHash' | 'actor'>

export function makeFactorRenewal(config: Pick<Config, 'secret' | 'secretPrevious'>) {
  const sealer = makeSealer(config.secret, config.secretPrevious)
  const factors = makeStaffSecondFactors(config)

  const openRenewal = (owner: number, renewal: string, now: Date): Buffer | undefined => {
    let plain: Buffer
    try {
      plain = sealer.open(PURPOSE, owner, Buffer.from(renewal, 'base64url'))
    } catch {
      // It belongs to someone else or is made up.
      return undefined
    }
    return Number(plain.readBigUInt64BE()) < now.getTime() ? undefined : plain.subarray(TIME_BYTES)
  }
  /** Consumes a code of the current factor; none is needed if there is no factor. */
  const checkCurrentFactor = async (trx: Transaction, { id }: StaffSelf, code: string, now: Date) => {
    await lockStaff(trx, id)
    return (await factors.isOn(trx, id)) ? factors.pass(trx, id, code, now) : { ok: true as const }
  }

  return {
    async start(
      trx: Transaction,
      staff: StaffSelf,
      code: string,
      now: Date,
    ): Promise<Result<{ secret: Buffer; renewal: string }, Refusal<'code_required' | 'code_incorrect'>>> {
      const passed = await checkCurrentFactor(trx, staff, code, now)
      if (!passed.ok) return passed
      const secret = makeTotpSecret()
      const time = Buffer.alloc(TIME_BYTES)
      time.writeBigUInt64BE(BigInt(now.getTime() + VALID_MS))
      const sealed = sealer.seal(PURPOSE, staff.id, Buffer.concat([time, secret]))
      return { ok: true, secret, renewal: sealed.toString('base64url') }
    },

    /** Switches to the new app; ends the other sessions, which the old one opened. */
    async confirm(
      trx: Transaction,
      staff: StaffSelf,
      { renewal, code }: { renewal: string; code: string },
      now: Date,
    ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'renewal_expired' | 'code_incorrect'>>> {
      const secret = openRenewal(staff.id, renewal, now)
      if (!secret) return refuse({ code: 'renewal_expired' })
      await lockStaff(trx, staff.id)
      const replaced = await factors.replace(trx, staff.id, { secret, code }, now)
      if (!replaced.ok) return replaced
      await endStaffSessions(trx, staff.id, staff.tokenHash)
      const subject = { kind: 'staff', id: staff.id } as const
      await recordAction(trx, staff.actor, { action: 'staff.second_factor_renewed', subject })
      return replaced
    },

    /** Replaces the remaining recovery codes with ten new ones. */
    async renewCodes(
      trx: Transaction,
      staff: StaffSelf,
      code: string,
      now: Date,
    ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'code_incorrect'>>> {
      await lockStaff(trx, staff.id)
      const passed = await factors.pass(trx, staff.id, code, now)
      if (!passed.ok) return refuse({ code: 'code_incorrect' })
      const recoveryCodes = await factors.replaceRecoveryCodes(trx, staff.id)
      const subject = { kind: 'staff', id: staff.id } as const
      await recordAction(trx, staff.actor, { action: 'staff.recovery_codes_renewed', subject })
      return { ok: true, recoveryCodes }
    },
  }
}
