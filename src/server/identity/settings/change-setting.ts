import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import {
  type ApprovalOutcome,
  type ApprovalRefusal,
  consumeApproval,
  lockApprovals,
  type Preview,
} from '#server/identity/staff/consume-approval.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import { hashVersion } from '#server/platform/crypto/hash-version.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { anySetting, type SettingKey } from '#server/platform/settings/registry.ts'
import { findStoredSetting, type SettingRefusal, storeSetting } from '#server/platform/settings/settings.ts'
import { lockSettings } from './setting.queries.ts'

export type SettingChange = { key: SettingKey; value: string }
export type ChangeSettingRefusal = SettingRefusal | ApprovalRefusal | Refusal<'stale'>

const CHANGE = 'setting.change'
/** Limits for one person, as an amount or a number. */
const LIMITS: readonly SettingKey[] = ['refund_approval_above', 'sponsor_approval_above']

/**
 * Stores a setting as a person writes it; raising a limit for one person needs a second approver (docs/back-office §1).
 * Refuses if the setting is no longer at `expectedVersion`; undefined skips this check.
 */
export async function changeSetting(
  trx: Transaction,
  actor: Actor,
  {
    reason,
    expectedVersion,
    ...change
  }: SettingChange & { reason: string | undefined; expectedVersion?: string | undefined },
): Promise<Result<ApprovalOutcome, ChangeSettingRefusal>> {
  const { key, value } = change
  // Uses the same lock order as approvals: a transaction with the lock on the limit never waits for the lock on
  // settings.
  if (LIMITS.includes(key)) await lockApprovals(trx)
  await lockSettings(trx)
  const before = await findStoredSetting(trx, key)
  if (expectedVersion !== undefined && expectedVersion !== toSettingVersion(key, before))
    return refuse({ code: 'stale' })
  if (isUnchanged(change, before)) return { ok: true, passed: true }
  if (isRaisedLimit(change, before)) {
    const approval = await consumeApproval(trx, actor, {
      action: CHANGE,
      subject: key,
      permission: 'settings.change',
      payload: change,
      preview: createPreview(change, before),
      reason,
    })
    if (!approval.ok) return refuse(approval.refusal)
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

/** Detects an unchanged value: nothing is stored, approved or logged. */
function isUnchanged({ key, value }: SettingChange, before: string | undefined): boolean {
  const { kind } = anySetting(key)
  const next = kind.parse(value)
  const isReadable = before === undefined || kind.restore(before) !== undefined
  return next !== undefined && isReadable && kind.print(next) === printStored(key, before)
}

/** Invalid values are refused later when they are stored; a stored value that cannot be read counts as the default. */
function isRaisedLimit({ key, value }: SettingChange, before: string | undefined): boolean {
  if (!LIMITS.includes(key)) return false
  const next = anySetting(key).kind.parse(value)
  return next !== undefined && Number(next) > Number(resolveValue(key, before))
}

/** Formats a stored value as a person writes it; undefined is the default. */
export const printStored = (key: SettingKey, stored: string | undefined): string =>
  anySetting(key).kind.print(resolveValue(key, stored))

/** Version of a setting: its stored value, as a person writes it. */
export const toSettingVersion = (key: SettingKey, stored: string | undefined): string =>
  hashVersion(printStored(key, stored))

function resolveValue(key: SettingKey, stored: string | undefined): unknown {
  const { kind, default: fallback } = anySetting(key)
  return (stored === undefined ? undefined : kind.restore(stored)) ?? fallback
}

function createPreview({ key, value }: SettingChange, before: string | undefined): Preview {
  const { kind } = anySetting(key)
  return { setting: key, from: printStored(key, before), to: kind.print(kind.parse(value)) }
}

export const approvableChangeSetting: ApprovableAction = {
  action: CHANGE,
  async preview(trx, payload) {
    const change = payload as SettingChange
    return createPreview(change, await findStoredSetting(trx, change.key))
  },
  carryOut: (trx, actor, payload, reason) => changeSetting(trx, actor, { ...(payload as SettingChange), reason }),
}
