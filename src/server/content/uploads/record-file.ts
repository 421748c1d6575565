import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { deleteIfUnused, type FileOwner, insertStoredFile, sumStoredBytes } from './stored-file.queries.ts'

export type { FileOwner }
export type QuotaRefusal = Refusal<'account_quota' | 'shop_quota'>

const MEGABYTE = 1_048_576

/** Records a file for its owner, unless the quota of the account or the shop is used up. */
export async function recordFile(
  trx: Transaction,
  owner: FileOwner,
  { name, bytes }: { name: string; bytes: number },
  { settings }: { settings: Settings },
): Promise<Result<NoValue, QuotaRefusal>> {
  const { ofOwner: ownerBytes, ofShop: shopBytes } = await sumStoredBytes(trx, owner)
  if (ownerBytes + bytes > settings.get('upload_quota_account_mb') * MEGABYTE) return refuse({ code: 'account_quota' })
  if (shopBytes + bytes > settings.get('upload_quota_shop_mb') * MEGABYTE) return refuse({ code: 'shop_quota' })
  await insertStoredFile(trx, name, owner, bytes)
  return { ok: true }
}

/** Deletes the record of a file that its only user no longer references. */
export async function deleteFileRecord(trx: Transaction, name: string): Promise<void> {
  await deleteIfUnused(trx, name)
}
