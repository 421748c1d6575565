import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type ProductUpload = { file: string; kind: 'picture' | 'document'; bytes: number }

export async function insertProductUpload(trx: Transaction, { file, kind, bytes }: ProductUpload): Promise<void> {
  await sql`insert into product_uploads (file, kind, bytes) values (${file}, ${kind}, ${bytes})`.execute(trx)
}

/** Deletes the records of these files and returns their names; waits for a sweep that deletes one of them. */
export async function deleteProductUploads(trx: Transaction, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  // Locked in one order, so that two products with the same pictures never deadlock.
  const { rows } = await sql<{ file: string }>`
    with locked as (
      select file from product_uploads where file = any(${files}::text[]) order by file for update
    )
    delete from product_uploads using locked where product_uploads.file = locked.file
    returning product_uploads.file`.execute(trx)
  return rows.map(({ file }) => file)
}

export async function findProductUploads(
  db: Database,
  uploadedBefore: Date,
  limit: number,
): Promise<Pick<ProductUpload, 'file' | 'kind'>[]> {
  const { rows } = await sql<Pick<ProductUpload, 'file' | 'kind'>>`
    select file, kind from product_uploads where uploaded_at < ${uploadedBefore} order by uploaded_at limit ${limit}`.execute(
    db,
  )
  return rows
}
