import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findKeys, insertKey, nextKeyId, type StoredKey, updateKey } from './seal.queries.ts'

const PURPOSE = 'audit key'
const KEY_BYTES = 32

/**
 * Maps IDs to keys. Stores KeyObjects because hashing with raw bytes creates one every time, which takes eight times as
 * long as the hash.
 */
export type AuditKeys = Map<number, KeyObject>

/** Opens the keys that this shop's secret can open. Entries sealed under a lost secret cannot be verified. */
export async function openKeys(db: Database, sealer: Sealer): Promise<AuditKeys> {
  return new Map((await findKeys(db)).flatMap((stored) => opened(sealer, stored)))
}

/** Returns the newest key. Creates one if none can be opened, sealed with the current secret. */
export async function currentKey(trx: Transaction, sealer: Sealer): Promise<{ keyId: number; key: KeyObject }> {
  const stored = await findKeys(trx)
  for (const one of stored) {
    if (opened(sealer, one).length === 0) continue
    const renewed = sealer.renewed(PURPOSE, one.id, one.sealed_key)
    if (renewed) await updateKey(trx, { id: one.id, sealed_key: renewed })
  }
  const last = stored.at(-1)
  const [known] = last ? opened(sealer, last) : []
  if (known) return { keyId: known[0], key: known[1] }
  const [keyId, key] = [await nextKeyId(trx), randomBytes(KEY_BYTES)]
  await insertKey(trx, { id: keyId, sealed_key: sealer.seal(PURPOSE, keyId, key) })
  return { keyId, key: createSecretKey(key) }
}

function opened(sealer: Sealer, { id, sealed_key }: StoredKey): [id: number, key: KeyObject][] {
  try {
    return [[id, createSecretKey(sealer.open(PURPOSE, id, sealed_key))]]
  } catch {
    // The secret differs: a backup was restored without it.
    return []
  }
}
