import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

export type DemoLicenseRow = {
  userId: UserId
  type: string
  /** Date as `YYYY-MM-DD`. */
  expiresOn: string
  approvedAt: Date | null
  expiredAt: Date | null
  refusal: string | null
  renewal: { expiresOn: string; refusal: string | null } | null
  files: readonly { isRenewal: boolean; file: string; name: string; bytes: number }[]
}

export async function insertDemoLicenses(trx: Transaction, licenses: readonly DemoLicenseRow[]): Promise<void> {
  for (const { userId, type, expiresOn, approvedAt, expiredAt, refusal, renewal, files } of licenses) {
    await sql`
      update users set license_type = ${type}, license_expires_on = ${expiresOn}::date, license_approved_at = ${approvedAt},
        license_expired_at = ${expiredAt}, license_refusal = ${refusal},
        renewal_type = case when ${renewal !== null} then ${type} end,
        renewal_expires_on = ${renewal?.expiresOn ?? null}::date, renewal_refusal = ${renewal?.refusal ?? null}
       where id = ${userId}`.execute(trx)
    for (const { isRenewal, file, name, bytes } of files) {
      await trx.insertInto('stored_files').values({ name: file, bytes, user_id: userId }).execute()
      await trx
        .insertInto('license_files')
        .values({ user_id: userId, is_renewal: isRenewal, file_name: file, name })
        .execute()
    }
  }
}
