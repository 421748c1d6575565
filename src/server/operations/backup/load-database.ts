import { isDeepStrictEqual } from 'node:util'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { loadRows } from './load-rows.ts'
import type { Entry, Manifest } from './manifest.ts'
import type { Content } from './read-archive.ts'
import {
  type Column,
  createHeldEmailsTable,
  findTables,
  fixSessionFormats,
  MAIL_COLUMNS,
  removeConstraints,
  restoreConstraints,
  setSequences,
  stopNewsletters,
  storeHeldEmails,
  type Table,
} from './tables.queries.ts'

type Part = Extract<Entry, { kind: 'rows' | 'mails' }>
type Load = (part: Part, content: Content) => Promise<void>

const MAIL_TYPES: Record<(typeof MAIL_COLUMNS)[number], string> = {
  id: 'uuid',
  payload: 'jsonb',
  queued_at: 'timestamptz',
  tries: 'integer',
}

/**
 * Fills freshly migrated tables with the data that `read` passes to its callback, in the caller's transaction, and lets
 * `migration` apply the newer migrations. Returns the number of emails and newsletters on hold.
 */
export async function loadDatabase(
  { client, engine }: Pick<DedicatedConnection, 'client' | 'engine'>,
  manifest: Manifest,
  migration: { rest(): Promise<void> },
  onProgress: (line: string) => void = () => {},
  read: (load: Load) => Promise<unknown>,
): Promise<{ heldMails: number; stoppedNewsletters: number }> {
  const tables = await findTables(client)
  checkTables(tables, manifest)
  await fixSessionFormats(client)
  await createHeldEmailsTable(client)
  const references = await removeConstraints(client, tables)
  const columnsByTable = new Map(tables.map(({ name, columns }) => [name, columns]))
  const mailColumns: Column[] = MAIL_COLUMNS.map((name) => ({ name, type: MAIL_TYPES[name] }))
  const heldMails = { schema: 'pg_temp', table: 'held_mails', columns: mailColumns } as const
  await read(async (part, content) => {
    if (part.kind === 'mails') return loadRows({ client, engine }, heldMails, content)
    onProgress(part.table)
    const columns = columnsByTable.get(part.table)
    if (!columns) throw new Error(`The table ${part.table} is not in the manifest.`)
    const ordered = orderColumns(manifest, part.table, columns)
    return loadRows({ client, engine }, { schema: 'public', table: part.table, columns: ordered }, content)
  })
  onProgress('checking references')
  await restoreConstraints(client, tables, references)
  await setSequences(client, manifest.sequences)
  await migration.rest()
  return { heldMails: await storeHeldEmails(client), stoppedNewsletters: await stopNewsletters(client) }
}

/** Migrations are deterministic, so any difference in tables is a defect of the backup or of this program. */
function checkTables(tables: readonly Table[], manifest: Manifest): void {
  const describeTables = (tables: readonly (readonly [string, readonly string[]])[]) =>
    Object.fromEntries(tables.map(([name, columns]) => [name, columns.toSorted()]))
  const actual = describeTables(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  const expected = describeTables(Object.entries(manifest.tables).map(([name, { columns }]) => [name, columns]))
  if (!isDeepStrictEqual(actual, expected)) throw new Error('The tables of the backup are not those of its migrations.')
}

const orderColumns = ({ tables }: Manifest, table: string, columns: readonly Column[]): Column[] =>
  (tables[table]?.columns ?? []).flatMap((name) => columns.filter((column) => column.name === name))
