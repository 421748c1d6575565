import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { SealedEntry, SealedPayload } from './seal.ts'

export type Chain = { number: number; seal: Buffer; keyId: number | null; proof: Buffer | null }
export type StoredKey = { id: number; sealed_key: Buffer }
export type UnsealedEntry = SealedEntry & SealedPayload
export type NewSeal = { number: number; entryId: number; madeAt: string; payloadHash: Buffer | null; seal: Buffer }

/** Timestamp format of the seals: UTC, to the microsecond, regardless of the session's settings. */
const microseconds = sql`to_char(e.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
const columns = sql`e.id, ${microseconds} as made_at, e.actor_kind, e.actor_id, e.actor_name, e.role, e.action,
  e.subject_kind, e.subject_id, e.request_id, p.person_id, p.payload::text as payload`

export async function hasUnsealed(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select exists (select from audit_unsealed) as there`.execute(db)
  return rows[0]?.there === true
}

/** Returns undefined while another process is sealing. */
export async function lockChain(trx: Transaction): Promise<Chain | undefined> {
  const { rows } = await sql<Chain>`
    select number, seal, key_id as "keyId", proof from audit_chain for update skip locked`.execute(trx)
  return rows[0]
}

export async function findKeys(db: Database): Promise<StoredKey[]> {
  return (await sql<StoredKey>`select id, sealed_key from audit_keys order by id`.execute(db)).rows
}

/** Draws the number first, because the sealed key includes it. */
export async function reserveKeyId(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('audit_keys', 'id'))::integer as id`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('sequence returned no value')
  return row.id
}

export async function insertKey(trx: Transaction, { id, sealed_key }: StoredKey): Promise<void> {
  await sql`insert into audit_keys (id, sealed_key) overriding system value values (${id}, ${sealed_key})`.execute(trx)
}

export async function updateKey(trx: Transaction, { id, sealed_key }: StoredKey): Promise<void> {
  await sql`update audit_keys set sealed_key = ${sealed_key} where id = ${id}`.execute(trx)
}

/** Finds committed entries only, lowest numbers first, regardless of open transactions. */
export async function findUnsealed(trx: Transaction, limit: number): Promise<UnsealedEntry[]> {
  const { rows } = await sql<UnsealedEntry>`
    select ${columns}
      from audit_unsealed u
      join audit_entries e on e.id = u.entry_id and e.made_at = u.made_at
      left join audit_payloads p on p.entry_id = u.entry_id
     order by u.entry_id limit ${limit}`.execute(trx)
  return rows
}

export async function insertSeals(trx: Transaction, seals: readonly NewSeal[], keyId: number): Promise<void> {
  await sql`
    insert into audit_seals (number, entry_id, made_at, key_id, payload_hash, seal)
    select number, entry_id, made_at at time zone 'UTC', ${keyId}, decode(payload_hash, 'hex'), decode(seal, 'hex')
      from unnest(${seals.map(({ number }) => number)}::bigint[], ${seals.map(({ entryId }) => entryId)}::bigint[],
        ${seals.map(({ madeAt }) => madeAt)}::timestamp[],
        ${seals.map(({ payloadHash }) => payloadHash?.toString('hex') ?? null)}::text[],
        ${seals.map(({ seal }) => seal.toString('hex'))}::text[]) as given (number, entry_id, made_at, payload_hash, seal)`.execute(
    trx,
  )
  await sql`delete from audit_unsealed where entry_id = any(${seals.map(({ entryId }) => entryId)}::bigint[])`.execute(
    trx,
  )
}

export async function updateChain(trx: Transaction, { number, seal, keyId, proof }: Chain): Promise<void> {
  await sql`update audit_chain set number = ${number}, seal = ${seal}, key_id = ${keyId}, proof = ${proof}`.execute(trx)
}

export type Day = { day: string; number: number; seal: Buffer }

/** Stores the last seal of the previous day, if today has none yet. Call before sealing today's first entry. */
export async function closeDay(trx: Transaction): Promise<Day | undefined> {
  const { rows } = await sql<Day>`
    insert into audit_days (day, number, seal)
    select (sealed_at at time zone 'UTC')::date, number, seal
      from audit_seals
     where number = (select number from audit_chain)
       and (sealed_at at time zone 'UTC')::date < (clock_timestamp() at time zone 'UTC')::date
    on conflict (day) do nothing
    returning day::text, number, seal`.execute(trx)
  return rows[0]
}

export type ReadSeal = {
  number: number
  entry_id: number
  key_id: number
  payload_hash: Buffer | null
  seal: Buffer
  /** Null if the entry is missing or has a different time. */
  id: number | null
  erased: boolean
} & Omit<SealedEntry, 'id'> &
  SealedPayload

/** Returns the seals after a number, in chain order. */
export async function findSealsAfter(db: Database, last: number, limit: number): Promise<ReadSeal[]> {
  const { rows } = await sql<ReadSeal>`
    select s.number, s.entry_id, s.key_id, s.payload_hash, s.seal, ${columns},
           exists (select from audit_erasures where entry_id = s.entry_id) as erased
      from (select * from audit_seals where number > ${last} order by number limit ${limit}) s
      left join audit_entries e on e.id = s.entry_id and e.made_at = s.made_at
      left join audit_payloads p on p.entry_id = s.entry_id
     order by s.number`.execute(db)
  return rows
}

export type Strays = {
  /** Last number examined; null at the end. */
  last: number | null
  unsealed: number[]
}

/**
 * Finds entries that have had no seal for longer than a minute, among the next ones by number. Entries waiting for the
 * sealer count only if the sealer could have sealed them.
 */
export async function findUnsealedEntries(
  db: Database,
  last: number,
  limit: number,
  includesPending: boolean,
): Promise<Strays> {
  const { rows } = await sql<Strays>`
    with slice as (select id, made_at from audit_entries where id > ${last} order by id limit ${limit})
    select max(id) as last, coalesce(array_agg(id order by id) filter (
        where made_at < clock_timestamp() - interval '1 minute'
          and not exists (select from audit_seals s where s.entry_id = slice.id and s.made_at = slice.made_at)
          and (${includesPending} or not exists (select from audit_unsealed where entry_id = slice.id))), '{}') as unsealed
      from slice`.execute(db)
  return rows[0] ?? { last: null, unsealed: [] }
}

/** Finds payloads without an entry, among the next ones by number. */
export async function findStrayPayloads(db: Database, last: number, limit: number): Promise<Strays> {
  const { rows } = await sql<Strays>`
    with slice as (select entry_id as id from audit_payloads where entry_id > ${last} order by entry_id limit ${limit})
    select max(id) as last, coalesce(array_agg(id order by id) filter (
        where not exists (select from audit_entries e where e.id = slice.id)), '{}') as unsealed
      from slice`.execute(db)
  return rows[0] ?? { last: null, unsealed: [] }
}

export async function findChain(db: Database): Promise<Chain | undefined> {
  return (await sql<Chain>`select number, seal, key_id as "keyId", proof from audit_chain`.execute(db)).rows[0]
}

/** Finds days whose last seal differs from the stored one. */
export async function findChangedDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from audit_days d
     where not exists (select from audit_seals s where s.number = d.number and s.seal = d.seal)
     order by day limit 100`.execute(db)
  return rows.map(({ day }) => day)
}

export type Erasure = { erased_by: number; entry_ids: number[]; said: { entries?: number; hash?: string } | null }

/** Returns what each erasure emptied, together with what its own entry states, after a number. */
export async function findErasuresAfter(db: Database, last: number, limit: number): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    select erased_by, array_agg(entry_id order by entry_id) as entry_ids,
           (select payload -> 'after' from audit_payloads p
              join audit_entries e on e.id = p.entry_id
             where p.entry_id = erased_by and e.action = 'member.audit_entries_erased') as said
      from audit_erasures where erased_by > ${last} group by erased_by order by erased_by limit ${limit}`.execute(db)
  return rows
}
