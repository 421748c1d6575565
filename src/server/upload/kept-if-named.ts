import type { Result } from '#domain/result.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

/** Takes a stored file away again when the transaction that was to name it is refused or fails. */
export async function keptIfNamed<Value, Refusal>(
  files: FileStore,
  file: string | undefined,
  transaction: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const discard = async () => {
    if (file !== undefined) await files.remove(file)
  }
  try {
    const result = await transaction()
    if (!result.ok) await discard()
    return result
  } catch (fault) {
    // When the connection broke, nobody knows whether it was named: better a file too many than one too few.
    if (!isOutage(fault)) await discard()
    throw fault
  }
}
