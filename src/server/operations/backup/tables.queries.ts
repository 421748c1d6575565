import type pg from 'pg'
import type { Manifest } from './manifest.ts'

export type Client = Pick<pg.ClientBase, 'query'>
export type Column = { name: string; type: string }
/** Physical table with rows; a partitioned table has several. */
export type TablePartition = { name: string; blocks: number; bytes: number }
export type Table = { name: string; columns: Column[]; pieces: TablePartition[] }
export type Reference = { table: string; name: string; definition: string }

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const quoteList = (names: readonly string[]): string => names.map(quote).join(', ')

/** Fixes the session's formats, so that a value has the same text on every server. */
export async function fixSessionFormats(client: Client): Promise<void> {
  await client.query(`set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
    set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
}

/** Returns the shop's tables with their stored (not generated) columns, except the migrations' own table. */
export async function findTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relation.relname as name,
           jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns,
           (select jsonb_agg(jsonb_build_object('name', piece.relname,
                'blocks', (pg_relation_size(piece.oid) / current_setting('block_size')::int)::int,
                'bytes', pg_table_size(piece.oid)::float8) order by piece.relname)
              from pg_class piece
             where piece.oid = relation.oid and piece.relkind = 'r'
                or piece.oid in (select inhrelid from pg_inherits where inhparent = relation.oid)) as pieces
      from pg_class relation
      join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
       and relation.relname <> 'schema_migrations'
     group by relation.oid, relation.relname
     order by relation.relname`)
  return rows
}

/**
 * Builds the statement that copies the rows of a range of blocks. Requires a snapshot, or a table without concurrent
 * writes.
 */
export const buildCopyBlocks = ({ columns }: Table, { name }: TablePartition, from: number, to: number): string =>
  `copy (select ${quoteList(columns.map((column) => column.name))} from public.${quote(name)}
    where ctid >= '(${from},0)' and ctid < '(${to},0)') to stdout`

export async function findSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Manifest['sequences'] = {}
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from public.${quote(name)}`,
    )
    if (values[0]) sequences[name] = values[0]
  }
  return sequences
}

export async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const [name, { last, called }] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quote(name)}`, last, called])
  }
}

export async function findMigrations(client: Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  )
  return rows
}

/** Columns of undelivered_mails for restored emails, in order. */
export const MAIL_COLUMNS = ['id', 'payload', 'queued_at', 'tries'] as const

/** Returns the statement that copies unsent emails from the job queue. Undefined if there is no queue yet. */
export async function buildCopyQueuedEmails(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('pgboss.job') is not null as exists`)
  return rows[0]?.exists
    ? `copy (select id, data, created_on, retry_count + (state in ('retry', 'failed'))::int from pgboss.job
        where name = 'mail' and state in ('created', 'retry', 'active', 'failed') order by created_on, id) to stdout`
    : undefined
}

/** Returns true if the database has no data that would mix with a restored shop. */
export async function isEmptyDatabase(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (
      select from pg_class join pg_namespace space on space.oid = relnamespace
       where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
         and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    ) as empty`)
  return rows[0]?.empty === true
}

/**
 * Drops triggers and foreign keys, and deletes the rows that migrations inserted. Returns the foreign keys to restore.
 */
export async function removeConstraints(client: Client, tables: readonly Table[]): Promise<Reference[]> {
  const { rows: references } = await client.query<Reference>(`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and connamespace = 'public'::regnamespace order by relname, conname`)
  for (const { table, name } of references) {
    await client.query(`alter table public.${quote(table)} drop constraint ${quote(name)}`)
  }
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => `public.${quote(name)}`).join(', ')}`)
  return references
}

/** Restores the foreign keys; each is checked in the process. */
export async function restoreConstraints(
  client: Client,
  tables: readonly Table[],
  references: readonly Reference[],
): Promise<void> {
  for (const { table, name, definition } of references) {
    await client.query(`alter table public.${quote(table)} add constraint ${quote(name)} ${definition}`)
  }
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} enable trigger user`)
  await client.query('analyze')
}

export type Target = { schema: 'public' | 'pg_temp'; table: string; columns: readonly Column[] }

const formatTarget = ({ schema, table, columns }: Target): string =>
  `${schema}.${quote(table)} (${quoteList(columns.map(({ name }) => name))})`

export const buildCopyInto = (target: Target): string => `copy ${formatTarget(target)} from stdin`

/** Replaces COPY FROM STDIN on the embedded engine, which lacks it: one parameter per column, an array of texts. */
export function buildInsertInto(target: Target): string {
  const names = target.columns.map((_, index) => `c${index}`)
  const arrays = target.columns.map((_, index) => `$${index + 1}::text[]`)
  const values = target.columns.map(({ type }, index) => `c${index}::${type}`)
  return `insert into ${formatTarget(target)} overriding system value
    select ${values.join(', ')} from unnest(${arrays.join(', ')}) as given (${names.join(', ')})`
}

export async function createHeldEmailsTable(client: Client): Promise<void> {
  await client.query(`create temporary table held_mails (id uuid, payload jsonb, queued_at timestamptz, tries integer)
    on commit drop`)
}

/** Holds the queued emails of a backup for a person's decision, since the original shop may still send them. */
export async function storeHeldEmails(client: Client): Promise<number> {
  const { rowCount } = await client.query(`
    insert into undelivered_mails (id, payload, queued_at, tries, reason)
    select id, payload, queued_at, tries, 'was waiting when the backup was made' from held_mails
    on conflict (id) do nothing`)
  return rowCount ?? 0
}

/**
 * Stops newsletters that were being sent, because this shop does not know which emails the original has sent since the
 * backup. Staff may resume them.
 */
export async function stopNewsletters(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `update newsletters set state = 'stopped', stopped_by = 'staff', token = null where state = 'sending'`,
  )
  return rowCount ?? 0
}

export type SealedCounts = { secondFactors: number; staffSecondFactors: number; guestOrders: number }

/** Counts the values that cannot be read without the secret they were written with. */
export async function countSealed(client: Client): Promise<SealedCounts> {
  const { rows } = await client.query<SealedCounts>(`select
    (select count(*) from second_factors where confirmed_at is not null)::int as "secondFactors",
    (select count(*) from staff_second_factors where confirmed_at is not null)::int as "staffSecondFactors",
    (select count(*) from orders where user_id is null)::int as "guestOrders"`)
  return rows[0] ?? { secondFactors: 0, staffSecondFactors: 0, guestOrders: 0 }
}
