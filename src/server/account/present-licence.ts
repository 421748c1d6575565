import type { Licence } from '#contract/licence.ts'
import { daysToRenew } from '#domain/account/licence.ts'
import { shopDayOf } from '#domain/month.ts'
import { type LicenceRow, renewalWaits, statusOfLicence } from './find-licence.ts'

/** Presents the license fields that both its owner and staff see. */
export const presentLicence = (row: LicenceRow): Omit<Licence, 'approval' | 'order_stop'> => ({
  licence_state: row.licence_state ?? '',
  cosmetology_id: row.cosmetology_id,
  type: row.licence_type,
  expires_on: row.expires_on,
  days_to_renew: row.licence_refusal === null ? daysToRenew(row.expires_on, shopDayOf(Date.now())) : null,
  evidence: row.file_title === null ? null : { name: row.file_title },
  status: statusOfLicence(row),
  reason: row.licence_refusal ?? '',
  renewal:
    row.renewal_expires_on === null
      ? null
      : {
          type: row.renewal_type,
          expires_on: row.renewal_expires_on,
          evidence: row.renewal_file_title === null ? null : { name: row.renewal_file_title },
          status: renewalWaits(row) ? 'submitted' : 'refused',
          reason: row.renewal_refusal ?? '',
        },
})
