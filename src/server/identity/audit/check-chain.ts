import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type AuditKeys, openKeys } from './audit-keys.ts'
import { hashErased } from './erase-person.ts'
import {
  type Chain,
  findChain,
  findChangedDays,
  findErasuresAfter,
  findSealsAfter,
  findStrayPayloads,
  findUnsealedEntries,
  type Strays,
  type WalkedSeal,
} from './seal.queries.ts'
import { hashPayload, proveEnd, sealEntry } from './seal.ts'

/** Rows in memory at a time. */
const SLICE = 2_000
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
    const slice = await findSealsAfter(db, number, SLICE)
    for (const walked of slice) {
      if (walked.number !== number + 1) yield missingSeals(number + 1, walked.number - 1)
      yield* faultsOf(walked, seal, walked.number === number + 1, keys)
      // Continues from the stored seal, right or wrong, so that one changed entry is one finding.
      number = walked.number
      seal = walked.seal
    }
    onProgress(number)
    if (slice.length === SLICE) continue
    // The end is read after the seals. Entries sealed between the two reads are walked too.
    const end = await findChain(db)
    const hasMore = end !== undefined && end.number > number && end.number !== chain?.number
    chain = end
    if (!hasMore) break
  }
  yield* faultsOfEnd(chain, number, seal, keys)
  for (const day of await findChangedDays(db))
    yield `The seal of the audit log differs from the one at the end of ${day}.`
  yield* strays(
    (last) => findUnsealedEntries(db, last, SLICE, sealer !== undefined),
    (id) => `Entry ${id} of the audit log is not sealed.`,
  )
  yield* strays(
    (last) => findStrayPayloads(db, last, SLICE),
    (id) => `The audit log has a payload for entry ${id}, which is missing.`,
  )
  yield* faultsOfErasures(db)
}

function* faultsOf(walked: WalkedSeal, previous: Buffer, follows: boolean, keys: AuditKeys): Generator<string> {
  const { number, entry_id, key_id, payload_hash, seal, id, erased } = walked
  if (id === null) {
    yield `Entry ${entry_id} of the audit log is missing.`
    return
  }
  const link = { number, keyId: key_id, payloadHash: payload_hash }
  // After missing seals this one cannot be computed; the gap is already reported.
  if (follows && !sealEntry(previous, { ...walked, id }, link).equals(seal)) {
    yield `Entry ${entry_id} of the audit log was changed or moved.`
  }
  if (walked.payload === null) {
    if (!erased) yield `The payload of entry ${entry_id} of the audit log is missing but was not erased.`
    return
  }
  const key = keys.get(key_id)
  const given = key && hashPayload(key, entry_id, walked)
  if (payload_hash === null || (given && !given.equals(payload_hash))) {
    yield `The payload of entry ${entry_id} of the audit log was changed.`
  }
}

function* faultsOfEnd(chain: Chain | undefined, number: number, seal: Buffer, keys: AuditKeys): Generator<string> {
  if (!chain) {
    yield 'The end of the audit log is unknown.'
    return
  }
  if (chain.number > number) yield missingSeals(number + 1, chain.number)
  const key = chain.keyId === null ? undefined : keys.get(chain.keyId)
  const proven = !key || (chain.proof && proveEnd(key, chain.number, chain.seal).equals(chain.proof))
  const hasEnd = chain.number === number && chain.seal.equals(seal) && (number === 0 || chain.keyId !== null)
  if (!proven || (chain.number <= number && !hasEnd)) yield 'The audit log doesn’t end where it was last sealed.'
}

const missingSeals = (from: number, to: number): string =>
  from === to ? `Seal ${from} of the audit log is missing.` : `Seals ${from} to ${to} of the audit log are missing.`

async function* strays(find: (last: number) => Promise<Strays>, message: (id: number) => string) {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { last: end, unsealed } = await find(last)
    for (const id of unsealed) yield message(id)
    if (end === null) return
    last = end
  }
}

/** An erasure's own sealed entry states which payloads it emptied. */
async function* faultsOfErasures(db: Database): AsyncGenerator<string> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const slice = await findErasuresAfter(db, last, SLICE)
    for (const { erased_by, entry_ids, said } of slice) {
      if (said?.entries !== entry_ids.length || said.hash !== hashErased(entry_ids)) {
        yield `Payloads of the audit log were erased that entry ${erased_by} doesn’t mention.`
      }
      last = erased_by
    }
    if (slice.length < SLICE) return
  }
}
