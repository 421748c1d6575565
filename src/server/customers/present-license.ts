import type { License } from '#contract/customers/license.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { countDaysToRenew } from '#domain/customers/license.ts'
import { findLicenseStatus, isRenewalPending, type LicenseRow } from './find-license.ts'

/** Presents the license fields that both its owner and staff see. */
export const presentLicense = (row: LicenseRow): Omit<License, 'approval' | 'order_block_reason'> => ({
  license_state: row.license_state ?? '',
  cosmetology_id: row.cosmetology_id,
  type: row.license_type,
  expires_on: row.expires_on,
  days_to_renew: row.license_refusal === null ? countDaysToRenew(row.expires_on, shopDayOf(Date.now())) : null,
  evidence: row.file_title === null ? null : { name: row.file_title },
  status: findLicenseStatus(row),
  reason: row.license_refusal ?? '',
  renewal:
    row.renewal_expires_on === null
      ? null
      : {
          type: row.renewal_type,
          expires_on: row.renewal_expires_on,
          evidence: row.renewal_file_title === null ? null : { name: row.renewal_file_title },
          status: isRenewalPending(row) ? 'submitted' : 'refused',
          reason: row.renewal_refusal ?? '',
        },
})
