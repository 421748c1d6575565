import type { NewLicense } from '#contract/customers/license.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { classifyLicenseEntry } from '#domain/customers/license.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { isKnownState } from '#server/content/is-known-state.ts'
import { type QuotaRefusal, recordFile } from '#server/content/uploads/record-file.ts'
import type { StoredAttachment } from '#server/content/uploads/store-attachment.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import {
  correctLicense,
  type LicenseRow,
  lockLicense,
  replaceLicense,
  storeLicenseFile,
  storeRenewal,
  updateLicenseFormatting,
} from './license.queries.ts'

export type SaveLicenseRefusal =
  | Refusal<'state_not_found' | 'expiration_in_past' | 'expiration_required'>
  | QuotaRefusal

/**
 * Saves the license that a user enters. A different license is unapproved, and where the shop approves licenses the
 * account is pending until it is approved. A renewal is stored separately from the approved license
 * (docs/decisions/0059). The sweep deletes a replaced file.
 */
export async function saveLicense(
  trx: Transaction,
  actor: Actor & { kind: 'customer' },
  { userId, license: input, file }: { userId: UserId; license: NewLicense; file: StoredAttachment | undefined },
  { settings }: { settings: Settings },
): Promise<Result<NoValue, SaveLicenseRefusal>> {
  const { license_state: state, cosmetology_id } = input
  if (!(await isKnownState(trx, state))) return refuse({ code: 'state_not_found' })
  const existing = await lockLicense(trx, { userId })
  if (!existing) throw new Error(`no user ${userId}`)
  const type = input.license_type === '' ? null : input.license_type
  const expiresOn = input.expires_on || undefined
  const entryKind = classifyLicenseEntry(toLicenseRecord(existing), {
    state,
    number: cosmetology_id,
    type,
    expiresOn,
    hasFile: file !== undefined,
  })
  // A change of spelling keeps an expiration date that was checked before.
  if (entryKind !== 'nothing' && expiresOn !== undefined && expiresOn < shopDayOf(Date.now()))
    return refuse({ code: 'expiration_in_past' })
  if (entryKind === 'renewal' && expiresOn === undefined) return refuse({ code: 'expiration_required' })

  if (file) {
    const recorded = await recordFile(trx, { userId }, { name: file.file, bytes: file.bytes }, { settings })
    if (!recorded.ok) return recorded
  }
  const values = { cosmetology_id, type, expiresOn }
  switch (entryKind) {
    case 'another':
      await replaceLicense(trx, userId, { ...values, state }, settings.get('approve_licenses'))
      break
    case 'correction':
      await correctLicense(trx, userId, state, values)
      break
    case 'renewal':
      await storeRenewal(trx, userId, { type: type ?? existing.license_type, expiresOn: expiresOn as string })
      break
    case 'nothing':
      await updateLicenseFormatting(trx, userId, state, cosmetology_id)
      return { ok: true }
  }
  if (file) await storeLicenseFile(trx, userId, entryKind === 'renewal', file)
  await recordAction(trx, actor, {
    action: entryKind === 'renewal' ? 'license.renewal_submitted' : 'license.submitted',
    subject: { kind: 'member', id: userId },
    after: { state, number: cosmetology_id, type, expires_on: expiresOn, file: file?.name },
  })
  return { ok: true }
}

const toLicenseRecord = (row: LicenseRow) => ({
  state: row.license_state,
  number: row.license_number,
  isApproved: row.license_approved_at !== null,
  type: row.license_type,
  expiresOn: row.expires_on,
})
