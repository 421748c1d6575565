import type { AnyRefusal, Result } from '#domain/result.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

/** Deletes a stored file if the transaction that was to reference it is refused or fails. */
export async function withTempFileCleanup<Value, Reason extends AnyRefusal>(
  files: FileStore,
  file: string | undefined,
  transaction: () => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason>> {
  const discard = async () => {
    if (file !== undefined) await files.remove(file)
  }
  try {
    const result = await transaction()
    if (!result.ok) await discard()
    return result
  } catch (error) {
    // After a broken connection the outcome is unknown: an extra file is better than a missing one.
    if (!isOutage(error)) await discard()
    throw error
  }
}
