import { sql } from 'kysely'
import { fileFolders } from '#contract/paths.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { ContentDocumentId, PostId, StaffId, UserId } from '#server/platform/database/tables.generated.ts'

/** Owner of a file: a member or a staff member. */
export type FileOwner = { userId: UserId } | { staffId: StaffId }
export type StoredBytes = { ofOwner: number; ofShop: number }

/** Locks the account, so that two simultaneous uploads do not both use the last free megabyte. */
export async function sumStoredBytes(trx: Transaction, owner: FileOwner): Promise<StoredBytes> {
  const { user_id, staff_id } = toOwnerColumns(owner)
  const account = staff_id === null ? `uploads of ${user_id}` : `uploads of staff ${staff_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`.execute(trx)
  const { rows } = await sql<StoredBytes>`
    select coalesce(sum(bytes) filter (where user_id = ${user_id} or staff_id = ${staff_id}), 0)::float8 as "ofOwner",
      coalesce(sum(bytes), 0)::float8 as "ofShop"
    from stored_files`.execute(trx)
  return rows[0] ?? { ofOwner: 0, ofShop: 0 }
}

export async function insertStoredFile(trx: Transaction, name: string, owner: FileOwner, bytes: number): Promise<void> {
  await trx
    .insertInto('stored_files')
    .values({ name, bytes, ...toOwnerColumns(owner) })
    .execute()
}

const toOwnerColumns = (owner: FileOwner) =>
  'staffId' in owner ? { user_id: null, staff_id: owner.staffId } : { user_id: owner.userId, staff_id: null }

/**
 * Finds which of the names are stored, and locks them until the transaction ends; a sweep waits for the lock and checks
 * again.
 */
export async function lockStoredFiles(trx: Transaction, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from stored_files where name = any(${names}) order by name for key share`.execute(trx)
  return rows.map(({ name }) => name)
}

export async function replaceFilesOfPost(trx: Transaction, postId: PostId, names: readonly string[]): Promise<void> {
  await trx.deleteFrom('post_files').where('post_id', '=', postId).execute()
  if (names.length === 0) return
  await trx
    .insertInto('post_files')
    .values(names.map((file_name) => ({ post_id: postId, file_name })))
    .execute()
}

/** Adds the files to those that the document uses. */
export async function addFilesOfDocument(
  trx: Transaction,
  documentId: ContentDocumentId,
  names: readonly string[],
): Promise<void> {
  await sql`
    insert into content_files (document_id, file_name) select ${documentId}, unnest(${names}::text[])
    on conflict do nothing`.execute(trx)
}

/** Finds unused files stored before the given time. */
export async function findUnusedFiles(db: Database, storedBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from stored_files as file
    where stored_at < ${storedBefore}
      and not exists (select 1 from post_files where file_name = file.name)
      and not exists (select 1 from license_files where file_name = file.name)
      and not exists (select 1 from content_files where file_name = file.name)
    order by stored_at limit ${limit}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns true if it existed and was unused; nothing can use it from then on until the transaction ends. */
export async function deleteIfUnused(trx: Transaction, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from stored_files where name = ${name} for update`.execute(trx)
  if (rows.length === 0) return false
  // A separate statement, so that it sees changes committed while waiting for the lock.
  const { numAffectedRows } = await sql`
    delete from stored_files where name = ${name}
      and not exists (select 1 from post_files where file_name = ${name})
      and not exists (select 1 from license_files where file_name = ${name})
      and not exists (select 1 from content_files where file_name = ${name})
      and not exists (select 1 from products where strpos(description_html, ${fileFolders.uploads + name}) > 0)
      and not exists (select 1 from product_versions
        where strpos(content ->> 'description_html', ${fileFolders.uploads + name}) > 0)`.execute(trx)
  return numAffectedRows === 1n
}

/** Finds which of the names have no record. */
export async function findUnknownFiles(db: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as given (name)
    where not exists (select 1 from stored_files where stored_files.name = given.name)
      and not exists (select 1 from posts where attachment_file = given.name
        or strpos(content_html, ${fileFolders.uploads} || given.name) > 0)
      and not exists (select 1 from content_versions where strpos(body::text, ${fileFolders.uploads} || given.name) > 0)
      and not exists (select 1 from product_uploads where file = given.name)
      and not exists (select 1 from product_imports where file = given.name)
      and not exists (select 1 from product_documents where file = given.name)
      and not exists (select 1 from product_versions where content -> 'documents' <> '[]'::jsonb
        and content -> 'documents' @> jsonb_build_array(jsonb_build_object('file', given.name)))
      and not exists (select 1 from products where strpos(description_html, ${fileFolders.uploads} || given.name) > 0)`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
