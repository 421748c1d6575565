import { createHash, createHmac, hkdfSync, type KeyObject } from 'node:crypto'

/** An entry as covered by the chain; every column as the database formats it. */
export type SealedEntry = {
  id: number
  /** UTC, to the microsecond. */
  made_at: string
  actor_kind: string
  actor_id: number | null
  actor_name: string
  role: string | null
  action: string
  subject_kind: string
  subject_id: string
  request_id: string | null
}

/** Payload text as the database formats it; null once it was erased. */
export type SealedPayload = { person_id: number | null; payload: string | null }

export type Link = { number: number; keyId: number; payloadHash: Buffer | null }

/** Derived separately from the payload key, so that neither reveals anything about the other. */
const deriveProofKey = (key: KeyObject): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'audit chain', 32))

export function hashPayload(key: KeyObject, entryId: number, { person_id, payload }: SealedPayload): Buffer | null {
  if (payload === null) return null
  return createHmac('sha256', key)
    .update(JSON.stringify([entryId, person_id, payload]))
    .digest()
}

/**
 * Computes SHA-256 over the previous seal, the entry's columns and the keyed hash of its payload (docs/back-office §2).
 */
export function sealEntry(previous: Buffer, entry: SealedEntry, { number, keyId, payloadHash }: Link): Buffer {
  const { id, made_at, actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id, request_id } = entry
  const columns = [id, made_at, actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id, request_id]
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([number, keyId, payloadHash?.toString('hex') ?? null, ...columns]))
    .digest()
}

/** Proves the end of the chain. An attacker who recomputes the whole chain lacks the key for this. */
export const proveEnd = (key: KeyObject, number: number, seal: Buffer): Buffer =>
  createHmac('sha256', deriveProofKey(key))
    .update(JSON.stringify([number, seal.toString('hex')]))
    .digest()
