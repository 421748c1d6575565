import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { getCurrentKey } from './audit-keys.ts'
import { closeDay, type Day, findUnsealed, insertSeals, lockChain, type NewSeal, updateChain } from './seal.queries.ts'
import { hashPayload, proveEnd, sealEntry } from './seal.ts'

/** Entries per transaction. */
export const SEAL_BATCH_SIZE = 1_000

/** `ended` is the previous day if the first entries of a new day were sealed. */
export type SealResult = { entries: number; ended: Day | undefined }

/**
 * Numbers and chains the next committed entries (docs/back-office §2). Only one process seals at a time; others seal
 * none. An entry that commits after one with a higher number is chained after it.
 */
export async function sealEntries(trx: Transaction, sealer: Sealer): Promise<SealResult> {
  const chain = await lockChain(trx)
  if (!chain) return { entries: 0, ended: undefined }
  const entries = await findUnsealed(trx, SEAL_BATCH_SIZE)
  if (entries.length === 0) return { entries: 0, ended: undefined }
  const endedDay = await closeDay(trx)
  const { keyId, key } = await getCurrentKey(trx, sealer)
  let { number, seal } = chain
  const seals: NewSeal[] = []
  for (const entry of entries) {
    const payloadHash = hashPayload(key, entry.id, entry)
    number++
    seal = sealEntry(seal, entry, { number, keyId, payloadHash })
    seals.push({ number, entryId: entry.id, madeAt: entry.made_at, payloadHash, seal })
  }
  await insertSeals(trx, seals, keyId)
  await updateChain(trx, { number, seal, keyId, proof: proveEnd(key, number, seal) })
  return { entries: entries.length, ended: endedDay }
}
