import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { anySetting, type SettingKey } from '#server/platform/settings/registry.ts'
import { findStoredSetting, type SettingRefusal, storeSetting } from '#server/platform/settings/settings.ts'
import type { ApprovableAction } from './decide-approval.ts'
import { type ApprovalRefusal, type Passed, type Preview, passApproval } from './pass-approval.ts'
import { lockApprovers } from './staff.queries.ts'

export type SettingChange = { key: SettingKey; value: string }
export type ChangeSettingRefusal = SettingRefusal | { code: ApprovalRefusal }

const CHANGE = 'setting.change'
const LIMIT: SettingKey = 'refund_approval_above'

/** Stores a setting as a person writes it; to raise what one person may refund takes two (docs/back-office §1). */
export async function changeSetting(
  trx: Transaction,
  actor: Actor,
  change: SettingChange,
  reason: string | undefined,
): Promise<Result<Passed, ChangeSettingRefusal>> {
  const { key, value } = change
  // A change of the limit waits for another, so that none is raised by what it was before.
  if (key === LIMIT) await lockApprovers(trx)
  const before = await findStoredSetting(trx, key)
  if (isRaisedLimit(change, before)) {
    const approval = await passApproval(trx, actor, {
      action: CHANGE,
      subject: key,
      permission: 'settings.change',
      payload: change,
      preview: previewOf(change, before),
      reason,
    })
    if (!approval.ok) return refuse({ code: approval.refusal })
    if (!approval.passed) return approval
  }
  const stored = await storeSetting(trx, key, value)
  if (!stored.ok) return stored
  const after = await findStoredSetting(trx, key)
  await recordAction(trx, actor, {
    action: 'setting.changed',
    subject: { kind: 'setting', id: key },
    before: { value: before },
    after: { value: after },
    reason,
  })
  return { ok: true, passed: true }
}

/** A value that does not fit is refused when it is stored; one stored before that cannot be read counts as the default. */
function isRaisedLimit({ key, value }: SettingChange, before: string | undefined): boolean {
  if (key !== LIMIT) return false
  const next = anySetting(key).kind.parse(value)
  return next !== undefined && Number(next) > Number(countingValue(key, before))
}

function countingValue(key: SettingKey, stored: string | undefined): unknown {
  const { kind, default: fallback } = anySetting(key)
  return (stored === undefined ? undefined : kind.restore(stored)) ?? fallback
}

function previewOf({ key, value }: SettingChange, before: string | undefined): Preview {
  const { kind } = anySetting(key)
  return { setting: key, from: kind.print(countingValue(key, before)), to: kind.print(kind.parse(value)) }
}

export const approvableChangeSetting: ApprovableAction = {
  action: CHANGE,
  async preview(trx, payload) {
    const change = payload as SettingChange
    return previewOf(change, await findStoredSetting(trx, change.key))
  },
  carryOut: (trx, actor, payload, reason) => changeSetting(trx, actor, payload as SettingChange, reason),
}
