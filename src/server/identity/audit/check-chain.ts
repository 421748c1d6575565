import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type AuditKeys, openKeys } from './audit-keys.ts'
import { hashEntryIds } from './erase-person.ts'
import {
  type Chain,
  findChain,
  findChangedDays,
  findErasuresAfter,
  findSealsAfter,
  findStrayPayloads,
  findUnsealedEntries,
  type ReadSeal,
  type Strays,
} from './seal.queries.ts'
import { hashPayload, proveEnd, sealEntry } from './seal.ts'

/** Rows in memory at a time. */
const BATCH_SIZE = 2_000
const GENESIS = Buffer.alloc(32)

/**
 * Walks the chain of the audit log from its beginning and yields findings, in slices. If there is no sealer, or its
 * secret opens no key, the chain is still verified but the payloads' hashes are not. Without a sealer, unsealed entries
 * are no finding either.
 */
export async function* checkAuditChain(
  db: Database,
  sealer: Sealer | undefined,
  onProgress: (entries: number) => void = () => {},
): AsyncGenerator<string> {
  const keys: AuditKeys = sealer ? await openKeys(db, sealer) : new Map()
  let number = 0
  let seal: Buffer = GENESIS
  let chain: Chain | undefined
  for (;;) {
    const batch = await findSealsAfter(db, number, BATCH_SIZE)
    for (const current of batch) {
      if (current.number !== number + 1) yield formatMissingSeals(number + 1, current.number - 1)
      yield* checkSeal(current, seal, current.number === number + 1, keys)
      // Continues from the stored seal, right or wrong, so that one changed entry is one finding.
      number = current.number
      seal = current.seal
    }
    onProgress(number)
    if (batch.length === BATCH_SIZE) continue
    // The end is read after the seals. Entries sealed between the two reads are walked too.
    const end = await findChain(db)
    const hasMore = end !== undefined && end.number > number && end.number !== chain?.number
    chain = end
    if (!hasMore) break
  }
  yield* checkEnd(chain, number, seal, keys)
  for (const day of await findChangedDays(db))
    yield `The seal of the audit log differs from the one at the end of ${day}.`
  yield* checkStrays(
    (last) => findUnsealedEntries(db, last, BATCH_SIZE, sealer !== undefined),
    (id) => `Entry ${id} of the audit log is not sealed.`,
  )
  yield* checkStrays(
    (last) => findStrayPayloads(db, last, BATCH_SIZE),
    (id) => `The audit log has a payload for entry ${id}, which is missing.`,
  )
  yield* checkErasures(db)
}

function* checkSeal(current: ReadSeal, previous: Buffer, isNext: boolean, keys: AuditKeys): Generator<string> {
  const { number, entry_id, key_id, payload_hash, seal, id, erased } = current
  if (id === null) {
    yield `Entry ${entry_id} of the audit log is missing.`
    return
  }
  const link = { number, keyId: key_id, payloadHash: payload_hash }
  // After missing seals this one cannot be computed; the gap is already reported.
  if (isNext && !sealEntry(previous, { ...current, id }, link).equals(seal)) {
    yield `Entry ${entry_id} of the audit log was changed or moved.`
  }
  if (current.payload === null) {
    if (!erased) yield `The payload of entry ${entry_id} of the audit log is missing but was not erased.`
    return
  }
  const key = keys.get(key_id)
  const actualHash = key && hashPayload(key, entry_id, current)
  if (payload_hash === null || (actualHash && !actualHash.equals(payload_hash))) {
    yield `The payload of entry ${entry_id} of the audit log was changed.`
  }
}

function* checkEnd(chain: Chain | undefined, number: number, seal: Buffer, keys: AuditKeys): Generator<string> {
  if (!chain) {
    yield 'The end of the audit log is unknown.'
    return
  }
  if (chain.number > number) yield formatMissingSeals(number + 1, chain.number)
  const key = chain.keyId === null ? undefined : keys.get(chain.keyId)
  const isProven = !key || (chain.proof && proveEnd(key, chain.number, chain.seal).equals(chain.proof))
  const hasEnd = chain.number === number && chain.seal.equals(seal) && (number === 0 || chain.keyId !== null)
  if (!isProven || (chain.number <= number && !hasEnd)) yield 'The audit log doesn’t end where it was last sealed.'
}

const formatMissingSeals = (from: number, to: number): string =>
  from === to ? `Seal ${from} of the audit log is missing.` : `Seals ${from} to ${to} of the audit log are missing.`

async function* checkStrays(find: (last: number) => Promise<Strays>, message: (id: number) => string) {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { last: end, unsealed } = await find(last)
    for (const id of unsealed) yield message(id)
    if (end === null) return
    last = end
  }
}

/** An erasure's own sealed entry states which payloads it emptied. */
async function* checkErasures(db: Database): AsyncGenerator<string> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const batch = await findErasuresAfter(db, last, BATCH_SIZE)
    for (const { erased_by, entry_ids, said: recorded } of batch) {
      if (recorded?.entries !== entry_ids.length || recorded.hash !== hashEntryIds(entry_ids)) {
        yield `Payloads of the audit log were erased that entry ${erased_by} doesn’t mention.`
      }
      last = erased_by
    }
    if (batch.length < BATCH_SIZE) return
  }
}
