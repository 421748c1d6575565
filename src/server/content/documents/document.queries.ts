import { type RawBuilder, sql } from 'kysely'
import type { DocumentKey } from '#contract/content/documents.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { ContentDocumentId } from '#server/platform/database/tables.generated.ts'

/** A document with its newest version. */
export type DocumentRow = {
  id: ContentDocumentId
  kind: string
  slug: string
  published_number: number | null
  published_at: Date | null
  scheduled_number: number | null
  scheduled_for: Date | null
  version: number
  number: number
  body: unknown
  made_by: string
  made_at: Date
}

const isDocument = (key: DocumentKey): RawBuilder<boolean> =>
  typeof key === 'number' ? sql`document.id = ${key}` : sql`document.kind = ${key} and document.slug = ''`

const findRows = async (db: Database, condition: RawBuilder<unknown>): Promise<DocumentRow[]> => {
  const { rows } = await sql<DocumentRow>`
    select document.id, kind, slug, published_number, published_at, scheduled_number, scheduled_for, version,
      newest.number, newest.body, newest.made_by, newest.made_at
    from content_documents document
    join lateral (
      select * from content_versions where document_id = document.id order by number desc limit 1
    ) newest on true
    where ${condition} order by document.id`.execute(db)
  return rows
}

export const findDocument = async (db: Database, key: DocumentKey): Promise<DocumentRow | undefined> =>
  (await findRows(db, isDocument(key)))[0]

export const findDocuments = (db: Database): Promise<DocumentRow[]> => findRows(db, sql`true`)

/** Finds the document and locks it until the transaction ends. */
export async function lockDocument(trx: Transaction, key: DocumentKey): Promise<DocumentRow | undefined> {
  await sql`select from content_documents document where ${isDocument(key)} for update`.execute(trx)
  return findDocument(trx, key)
}

/** Adds a document without a version; does nothing if the kind has one with this slug. Returns its ID. */
export async function insertDocument(
  trx: Transaction,
  kind: string,
  slug: string,
): Promise<ContentDocumentId | undefined> {
  const { rows } = await sql<{ id: ContentDocumentId }>`
    insert into content_documents (kind, slug, version) values (${kind}, ${slug}, 0)
    on conflict (kind, slug) do nothing returning id`.execute(trx)
  return rows[0]?.id
}

export const countDocuments = async (db: Database, kind: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from content_documents where kind = ${kind}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Blocks other additions of pages until the transaction ends. */
export async function lockPages(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('content pages', 0))`.execute(trx)
}

/** Appends a version, and returns its number. */
export async function insertVersion(
  trx: Transaction,
  id: ContentDocumentId,
  { body, madeBy, restoredFrom = null }: { body: unknown; madeBy: string; restoredFrom?: number | null },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into content_versions (document_id, number, body, made_by, restored_from)
    select ${id}, coalesce(max(number), 0) + 1, ${JSON.stringify(body)}::jsonb, ${madeBy}, ${restoredFrom}::integer
    from content_versions where document_id = ${id}
    returning number`.execute(trx)
  await sql`update content_documents set version = version + 1 where id = ${id}`.execute(trx)
  return rows[0]?.number as number
}

type Publication = { number: number; nextChangeAt: Date | null }
/** Publishes a version now, instead of one that was scheduled. */
export async function setPublished(
  trx: Transaction,
  id: ContentDocumentId,
  { number, nextChangeAt }: Publication,
): Promise<void> {
  await sql`
    update content_documents set published_number = ${number}, published_at = now(), scheduled_number = null,
      scheduled_for = null, next_change_at = ${nextChangeAt}::timestamptz, version = version + 1
    where id = ${id}`.execute(trx)
}

export async function setUnpublished(trx: Transaction, id: ContentDocumentId): Promise<void> {
  await sql`
    update content_documents set published_number = null, published_at = null, scheduled_number = null,
      scheduled_for = null, next_change_at = null, version = version + 1
    where id = ${id}`.execute(trx)
}

export async function setScheduled(
  trx: Transaction,
  id: ContentDocumentId,
  schedule: { number: number; at: Date } | null,
): Promise<void> {
  await sql`
    update content_documents set scheduled_number = ${schedule?.number ?? null}::integer,
      scheduled_for = ${schedule?.at ?? null}::timestamptz, version = version + 1
    where id = ${id}`.execute(trx)
}

/** Returns false if another page has the slug. */
export async function setSlug(trx: Transaction, id: ContentDocumentId, kind: string, slug: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update content_documents set slug = ${slug}, version = version + 1 where id = ${id}
      and not exists (select from content_documents other where other.kind = ${kind} and other.slug = ${slug})`.execute(
    trx,
  )
  return numAffectedRows === 1n
}

/** The database's time, by which schedules run in all processes. */
export const findCurrentTime = async (db: Database): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now as Date
}

/** Finds the body that visitors see. */
export async function findPublishedBody(
  db: Database,
  kind: string,
  slug: string,
): Promise<{ body: unknown } | undefined> {
  const { rows } = await sql<{ body: unknown }>`
    select published.body from content_documents document
    join content_versions published on published.document_id = document.id and published.number = published_number
    where kind = ${kind} and slug = ${slug}`.execute(db)
  return rows[0]
}

/** Finds the published documents of a kind. */
export async function findPublished(db: Database, kind: string): Promise<{ slug: string; published_at: Date }[]> {
  const { rows } = await sql<{ slug: string; published_at: Date }>`
    select slug, published_at from content_documents
    where kind = ${kind} and published_number is not null order by slug`.execute(db)
  return rows
}

/** Finds versions, newest first, from the one before `before`. */
export async function findVersions(
  db: Database,
  id: ContentDocumentId,
  before: number | undefined,
  limit: number,
): Promise<{ number: number; made_at: Date; made_by: string; restored_from: number | null }[]> {
  const { rows } = await sql<{ number: number; made_at: Date; made_by: string; restored_from: number | null }>`
    select number, made_at, made_by, restored_from from content_versions
    where document_id = ${id} and (${before ?? null}::integer is null or number < ${before ?? null}::integer)
    order by number desc limit ${limit}`.execute(db)
  return rows
}

export async function findVersionBody(
  db: Database,
  id: ContentDocumentId,
  number: number,
): Promise<{ body: unknown } | undefined> {
  const { rows } = await sql<{ body: unknown }>`
    select body from content_versions where document_id = ${id} and number = ${number}`.execute(db)
  return rows[0]
}

export async function hasDueDocuments(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from content_documents where least(scheduled_for, next_change_at) <= now()) as due`.execute(
    db,
  )
  return rows[0]?.due === true
}

export type DueRow = Pick<
  DocumentRow,
  'id' | 'kind' | 'slug' | 'published_number' | 'scheduled_number' | 'scheduled_for'
>
/** Finds due documents and locks them; one that another process handles is left to it. */
export async function lockDueDocuments(trx: Transaction): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select id, kind, slug, published_number, scheduled_number, scheduled_for from content_documents
    where least(scheduled_for, next_change_at) <= now() order by id for update skip locked`.execute(trx)
  return rows
}

export async function setNextChange(trx: Transaction, id: ContentDocumentId, at: Date | null): Promise<void> {
  await sql`update content_documents set next_change_at = ${at}::timestamptz where id = ${id}`.execute(trx)
}

type Preview = { tokenHash: Buffer; number: number; expiresAt: Date }
export async function insertPreview(
  trx: Transaction,
  id: ContentDocumentId,
  { tokenHash, number, expiresAt }: Preview,
): Promise<void> {
  await sql`delete from content_previews where expires_at <= now()`.execute(trx)
  await sql`
    insert into content_previews (token_hash, document_id, number, expires_at)
    values (${tokenHash}, ${id}, ${number}, ${expiresAt})`.execute(trx)
}

export async function findPreview(
  db: Database,
  tokenHash: Buffer,
): Promise<{ kind: string; slug: string; body: unknown } | undefined> {
  const { rows } = await sql<{ kind: string; slug: string; body: unknown }>`
    select kind, slug, body from content_previews preview
    join content_documents document on document.id = preview.document_id
    join content_versions version using (document_id, number)
    where token_hash = ${tokenHash} and expires_at > now()`.execute(db)
  return rows[0]
}

/** Finds the newest, published and scheduled versions of all documents. */
export async function findShownVersions(
  db: Database,
): Promise<{ id: number; kind: string; slug: string; number: number; body: unknown }[]> {
  const { rows } = await sql<{ id: number; kind: string; slug: string; number: number; body: unknown }>`
    select id, kind, slug, number, body from content_documents document join content_versions on document_id = id
    where number in (published_number, scheduled_number,
      (select max(number) from content_versions newest where newest.document_id = document.id))
    order by id, number`.execute(db)
  return rows
}

type Targets = { products: number[]; posts: number[]; redirects: string[] }
/** Finds which of these products, posts and redirects visitors can open. */
export async function findTargets(db: Database, { products, posts, redirects }: Targets): Promise<Targets> {
  const { rows } = await sql<Targets>`select
    array(select id from products where active and id = any(${products}::integer[])) as products,
    array(select id from posts where visibility = 'public' and id = any(${posts}::integer[])) as posts,
    array(select path from redirects where path = any(${redirects}::text[])) as redirects`.execute(db)
  return rows[0] ?? { products: [], posts: [], redirects: [] }
}
