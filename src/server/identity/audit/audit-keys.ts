import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findKeys, insertKey, reserveKeyId, type StoredKey, updateKey } from './seal.queries.ts'

const PURPOSE = 'audit key'
const KEY_BYTES = 32

/**
 * Maps IDs to keys. Stores KeyObjects because hashing with raw bytes creates one every time, which takes eight times as
 * long as the hash.
 */
export type AuditKeys = Map<number, KeyObject>

/** Opens the keys that this shop's secret can open. Entries sealed under a lost secret cannot be verified. */
export async function openKeys(db: Database, sealer: Sealer): Promise<AuditKeys> {
  return new Map((await findKeys(db)).flatMap((stored) => tryOpenKey(sealer, stored)))
}

/** Returns the newest key. Creates one if none can be opened, sealed with the current secret. */
export async function getCurrentKey(trx: Transaction, sealer: Sealer): Promise<{ keyId: number; key: KeyObject }> {
  const stored = await findKeys(trx)
  for (const storedKey of stored) {
    if (tryOpenKey(sealer, storedKey).length === 0) continue
    const resealed = sealer.renewed(PURPOSE, storedKey.id, storedKey.sealed_key)
    if (resealed) await updateKey(trx, { id: storedKey.id, sealed_key: resealed })
  }
  const last = stored.at(-1)
  const [existing] = last ? tryOpenKey(sealer, last) : []
  if (existing) return { keyId: existing[0], key: existing[1] }
  const [keyId, key] = [await reserveKeyId(trx), randomBytes(KEY_BYTES)]
  await insertKey(trx, { id: keyId, sealed_key: sealer.seal(PURPOSE, keyId, key) })
  return { keyId, key: createSecretKey(key) }
}

function tryOpenKey(sealer: Sealer, { id, sealed_key }: StoredKey): [id: number, key: KeyObject][] {
  try {
    return [[id, createSecretKey(sealer.open(PURPOSE, id, sealed_key))]]
  } catch {
    // The secret differs: a backup was restored without it.
    return []
  }
}
