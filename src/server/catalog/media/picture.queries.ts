import { sql } from 'kysely'
import type { mediaUses, PictureUse } from '#contract/content/media.ts'
import { fileFolders } from '#contract/paths.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type PictureRow = {
  id: number
  file: string
  widths: number[]
  name: string
  alt: string
  width: number | null
  height: number | null
  bytes: number | null
  added_at: Date
  added_by: string
  version: number
  /** Owned by a member, as part of a post. */
  of_member: boolean
}

const COLUMNS = sql`p.id, p.file, p.widths, p.name, p.alt, p.width, p.height, p.bytes::float8 as bytes, p.added_at, p.added_by, p.version,
  exists (select from stored_files where name = p.file || '-1280.webp' and user_id is not null) as of_member`

/** Names of the pictures in rich text. */
const picturesIn = (html: 'description_html' | 'content_html') =>
  sql`regexp_matches(${sql.id(html)}, ${`${fileFolders.uploads}([0-9a-z-]+)-[0-9]+[.](?:webp|avif)`}, 'g') found`

const newestVersion = sql`(select max(number) from content_versions where document_id = document.id)`
/** URLs of the pictures in a document, with or without size and format. */
const picturesInBody = sql`regexp_matches(shown.body::text, ${`${fileFolders.uploads}([0-9a-z.-]+)`}, 'g') found`

/** Every place that shows a picture today, or in a draft: file, kind, id and name of the place. */
const PLACES = sql`
  select image.file, 'product' as kind, product.id, product.name
    from product_images image join products product on product.id = image.product_id where image.file is not null
  union
  select found[1], 'description', id, name from products, ${picturesIn('description_html')}
   where description_html like ${`%${fileFolders.uploads}%`}
  union
  select picture_file, 'category', id, name from categories where picture_file is not null
  union
  select found[1], 'post', id, title from posts, ${picturesIn('content_html')} where content_html like ${`%${fileFolders.uploads}%`}
  union
  select regexp_replace(found[1], '-[0-9]+\.(?:webp|avif)$', ''), 'content', id, coalesce(newest.body ->> 'title', kind)
    from content_documents document
    join content_versions newest on newest.document_id = id and newest.number = ${newestVersion}
    join content_versions shown on shown.document_id = id and shown.number in (published_number, scheduled_number, newest.number)
    cross join ${picturesInBody}`

/** The places with the present file of the picture: a restored version of a product may show a former one. */
const USES = sql`
  select coalesce(picture.file, place.file) as file, place.kind, place.id, place.name from (${PLACES}) place
    left join picture_former_files former on former.file = place.file
    left join pictures picture on picture.id = former.picture_id`

type PictureFilter = { search: string; use: (typeof mediaUses)[number]; sized: boolean }

const matches = ({ search, use, sized }: PictureFilter) => {
  const words = foldForSearch(search).split(' ').filter(Boolean)
  return sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`p.list_search like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`}`),
      ...(use === 'all' ? [] : [sql`(p.file in (select file from (${USES}) used)) = ${use === 'used'}`]),
      ...(sized ? [sql`cardinality(p.widths) > 1`] : []),
    ],
    sql` and `,
  )
}

/** Finds pictures, newest first, and counts those that the filter matches. */
export async function findPictures(
  db: Database,
  filter: PictureFilter,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<{ pictures: PictureRow[]; count: number }> {
  const condition = matches(filter)
  const { rows } = await sql<PictureRow>`
    select ${COLUMNS} from pictures p
     where ${condition} and (${after ?? null}::int is null or p.id < ${after ?? null}::int)
     order by p.id desc limit ${limit}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from pictures p where ${condition}`.execute(db)
  return { pictures: rows, count: counts[0]?.count ?? 0 }
}

export async function findPicture(db: Database | Transaction, id: number): Promise<PictureRow | undefined> {
  const { rows } = await sql<PictureRow>`select ${COLUMNS} from pictures p where p.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks pictures against being used, replaced or deleted, in the order of their ids. */
export async function lockPictures(trx: Transaction, ids: readonly number[]): Promise<PictureRow[]> {
  await sql`select id from pictures where id = any(${ids}::int[]) order by id for update`.execute(trx)
  // A separate statement, so that it sees what was committed while waiting for the locks.
  const { rows } = await sql<PictureRow>`select ${COLUMNS} from pictures p where p.id = any(${ids}::int[])`.execute(trx)
  return rows
}

export type UseRow = PictureUse & { file: string }

export async function findUses(db: Database | Transaction, files: readonly string[]): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select file, kind, id, name from (${USES}) used where file = any(${files}::text[])
     order by file, kind, name, id`.execute(db)
  return rows
}

/** Counts the former versions of products and documents that show a present or former file of the picture. */
export async function findFormerVersionCount(db: Database | Transaction, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with picture as (
      select file from pictures where id = ${id}
      union select file from picture_former_files where picture_id = ${id}
    )
    select count(*)::int as count from (
      select 'product', former.product_id, former.version
        from picture join product_versions former
          on former.content -> 'images' @> jsonb_build_array(jsonb_build_object('file', picture.file))
          or strpos(former.content ->> 'description_html', ${fileFolders.uploads}::text || picture.file || '-') > 0
       where former.version < (select version from products where products.id = former.product_id)
      union
      select 'content', document.id, former.number
        from picture join content_versions former on former.body::text ~ (${fileFolders.uploads}::text || picture.file || '[-"]')
        join content_documents document on document.id = former.document_id
       where former.number <> ${newestVersion} and former.number is distinct from published_number
         and former.number is distinct from scheduled_number
    ) versions`.execute(db)
  return rows[0]?.count ?? 0
}

type PictureSize = { width: number; height: number; bytes: number }

export async function insertPicture(
  trx: Transaction,
  picture: { file: string; name: string; widths: readonly number[]; addedBy: string } & PictureSize,
): Promise<number> {
  const { file, name, widths, width, height, bytes, addedBy } = picture
  const { rows } = await sql<{ id: number }>`
    insert into pictures (file, widths, name, width, height, bytes, added_by)
    values (${file}, ${widths}::int[], ${name}, ${width}, ${height}, ${bytes}, ${addedBy}) returning id`.execute(trx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('insert returned no row')
  return id
}

export async function updateSize(db: Database, file: string, { width, height, bytes }: PictureSize): Promise<void> {
  await sql`update pictures set width = ${width}, height = ${height}, bytes = ${bytes} where file = ${file}`.execute(db)
}

export async function updateAlt(trx: Transaction, id: number, alt: string): Promise<void> {
  await sql`update pictures set alt = ${alt}, version = version + 1 where id = ${id}`.execute(trx)
}

/** Gives a picture the file of another one, which is then gone; its own becomes a former one. */
export async function moveFile(trx: Transaction, from: PictureRow, to: PictureRow): Promise<void> {
  await sql`delete from pictures where id = ${from.id}`.execute(trx)
  await sql`
    update pictures set file = ${from.file}, widths = ${from.widths}::int[], name = ${from.name}, width = ${from.width},
      height = ${from.height}, bytes = ${from.bytes}, version = version + 1 where id = ${to.id}`.execute(trx)
  await sql`insert into picture_former_files (file, picture_id) values (${to.file}, ${to.id})`.execute(trx)
}

/**
 * Replaces files in categories and posts. Products are saved like an edit, for their versions; documents follow when they
 * are read.
 */
export async function replaceInRows(trx: Transaction, before: readonly string[], after: string): Promise<void> {
  await sql`update categories set picture_file = ${after} where picture_file = any(${before}::text[])`.execute(trx)
  const found = `${fileFolders.uploads}(?:${before.join('|')})-([0-9]+\\.(?:webp|avif))`
  const replaced = (column: 'content_html' | 'image') =>
    sql`regexp_replace(${sql.id(column)}, ${found}, ${`${fileFolders.uploads}${after}-\\1`}, 'g')`
  await sql`
    update posts set content_html = ${replaced('content_html')}, image = ${replaced('image')}
     where content_html ~ ${found} or image ~ ${found}`.execute(trx)
}

export async function findFormerFiles(trx: Transaction, id: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from picture_former_files where picture_id = ${id}`.execute(trx)
  return rows.map(({ file }) => file)
}

export async function deletePictureRow(trx: Transaction, { id, file }: PictureRow): Promise<void> {
  await sql`delete from pictures where id = ${id}`.execute(trx)
  await sql`
    delete from stored_files where name = ${`${file}-1280.webp`}
      and not exists (select from post_files where file_name = stored_files.name)
      and not exists (select from content_files where file_name = stored_files.name)`.execute(trx)
}
