import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '#domain/result.ts'
import { isOutage } from '#server/http/errors.ts'

export async function discardFile(dataDir: string, file: string): Promise<void> {
  await rm(join(dataDir, 'uploads', file), { force: true })
}

/** Takes a stored file away again when the transaction that was to name it is refused or fails. */
export async function keptIfNamed<Value, Refusal>(
  dataDir: string,
  file: string | undefined,
  transaction: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const discard = async () => {
    if (file !== undefined) await discardFile(dataDir, file)
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
