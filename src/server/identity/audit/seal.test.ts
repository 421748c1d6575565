import { createHmac, createSecretKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashPayload, proveEnd, type SealedEntry, sealEntry } from './seal.ts'

const entry: SealedEntry = {
  id: 7,
  made_at: '2026-11-23T12:00:00.000001',
  actor_kind: 'staff',
  actor_id: 3,
  actor_name: 'clerk@example.com',
  role: 'clerk',
  action: 'order.canceled',
  subject_kind: 'order',
  subject_id: '100001',
  request_id: 'r-1',
}
const key = createSecretKey(Buffer.alloc(32, 1))
const otherKey = createSecretKey(Buffer.alloc(32))
const zero = Buffer.alloc(32)
const payload = { person_id: 5, payload: '{"reason": "asked"}' }
const link = { number: 1, keyId: 1, payloadHash: hashPayload(key, 7, payload) }

describe('seals', () => {
  const seal = sealEntry(zero, entry, link)

  it.each(Object.keys(entry))('depend on %s', (column) => {
    const changed = { ...entry, [column]: column === 'id' || column === 'actor_id' ? 8 : 'other' }
    expect(sealEntry(zero, changed, link)).not.toEqual(seal)
    if (column !== 'id') expect(sealEntry(zero, { ...entry, [column]: null }, link)).not.toEqual(seal)
  })

  it('depend on the previous seal, position, key and payload', () => {
    expect(sealEntry(Buffer.alloc(32, 2), entry, link)).not.toEqual(seal)
    expect(sealEntry(zero, entry, { ...link, number: 2 })).not.toEqual(seal)
    expect(sealEntry(zero, entry, { ...link, keyId: 2 })).not.toEqual(seal)
    expect(sealEntry(zero, entry, { ...link, payloadHash: null })).not.toEqual(seal)
    expect(sealEntry(zero, entry, { ...link, payloadHash: zero })).not.toEqual(seal)
  })

  it('differ when text moves from one column to the next', () => {
    const moved = { ...entry, action: 'order.canceledorder', subject_kind: '' }
    expect(sealEntry(zero, moved, link)).not.toEqual(seal)
  })
})

it('hash a payload together with its entry, its person and the key', () => {
  const hash = hashPayload(key, 7, payload)
  expect(hashPayload(key, 8, payload)).not.toEqual(hash)
  expect(hashPayload(key, 7, { ...payload, person_id: null })).not.toEqual(hash)
  expect(hashPayload(key, 7, { ...payload, payload: '{}' })).not.toEqual(hash)
  expect(hashPayload(otherKey, 7, payload)).not.toEqual(hash)
  expect(hashPayload(key, 7, { person_id: null, payload: null })).toBeNull()
})

it('hash payloads with HMAC-SHA-256 under the key’s bytes, compatible with older seals', () => {
  const text = '[7,5,"{\\"reason\\": \\"asked\\"}"]'
  expect(hashPayload(key, 7, payload)).toEqual(createHmac('sha256', Buffer.alloc(32, 1)).update(text).digest())
})

it('prove the end of the chain with the key', () => {
  expect(proveEnd(key, 2, zero)).not.toEqual(proveEnd(key, 1, zero))
  expect(proveEnd(key, 1, zero)).not.toEqual(proveEnd(otherKey, 1, zero))
})
