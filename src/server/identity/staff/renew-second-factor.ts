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
const GOOD_FOR_MS = 15 * 60_000
const TIME_BYTES = 8

type StaffSelf = Pick<Staff, 'id' | 'tokenHash' | 'actor'>

export function makeFactorRenewal(config: Pick<Config, 'secret' | 'secretPrevious'>) {
  const sealer = makeSealer(config.secret, config.secretPrevious)
  const factors = makeStaffSecondFactors(config)

  const open = (owner: number, renewal: string, at: Date): Buffer | undefined => {
    let plain: Buffer
    try {
      plain = sealer.open(PURPOSE, owner, Buffer.from(renewal, 'base64url'))
    } catch {
      // It belongs to someone else or is made up.
      return undefined
    }
    return Number(plain.readBigUInt64BE()) < at.getTime() ? undefined : plain.subarray(TIME_BYTES)
  }
  /** Consumes a code of the current factor; none is needed if there is no factor. */
  const passPresent = async (trx: Transaction, { id }: StaffSelf, code: string, at: Date) => {
    await lockStaff(trx, id)
    return (await factors.isOn(trx, id)) ? factors.pass(trx, id, code, at) : { ok: true as const }
  }

  return {
    async start(
      trx: Transaction,
      own: StaffSelf,
      code: string,
      at: Date,
    ): Promise<Result<{ secret: Buffer; renewal: string }, Refusal<'code_required' | 'code_incorrect'>>> {
      const passed = await passPresent(trx, own, code, at)
      if (!passed.ok) return passed
      const secret = makeTotpSecret()
      const time = Buffer.alloc(TIME_BYTES)
      time.writeBigUInt64BE(BigInt(at.getTime() + GOOD_FOR_MS))
      const sealed = sealer.seal(PURPOSE, own.id, Buffer.concat([time, secret]))
      return { ok: true, secret, renewal: sealed.toString('base64url') }
    },

    /** Switches to the new app; ends the other sessions, which the old one opened. */
    async confirm(
      trx: Transaction,
      own: StaffSelf,
      { renewal, code }: { renewal: string; code: string },
      at: Date,
    ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'renewal_expired' | 'code_incorrect'>>> {
      const secret = open(own.id, renewal, at)
      if (!secret) return refuse({ code: 'renewal_expired' })
      await lockStaff(trx, own.id)
      const replaced = await factors.replace(trx, own.id, { secret, code }, at)
      if (!replaced.ok) return replaced
      await endStaffSessions(trx, own.id, own.tokenHash)
      const subject = { kind: 'staff', id: own.id } as const
      await recordAction(trx, own.actor, { action: 'staff.second_factor_renewed', subject })
      return replaced
    },

    /** Replaces the remaining recovery codes with ten new ones. */
    async renewCodes(
      trx: Transaction,
      own: StaffSelf,
      code: string,
      at: Date,
    ): Promise<Result<{ recoveryCodes: string[] }, Refusal<'code_incorrect'>>> {
      await lockStaff(trx, own.id)
      const passed = await factors.pass(trx, own.id, code, at)
      if (!passed.ok) return refuse({ code: 'code_incorrect' })
      const recoveryCodes = await factors.replaceRecoveryCodes(trx, own.id)
      const subject = { kind: 'staff', id: own.id } as const
      await recordAction(trx, own.actor, { action: 'staff.recovery_codes_renewed', subject })
      return { ok: true, recoveryCodes }
    },
  }
}
