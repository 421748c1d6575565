import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toIncomingFolder } from '#server/content/uploads/receive-upload.ts'
import { openCsvFile } from '#server/platform/csv/read-rows.ts'
import { RowError } from '#server/platform/csv/row.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import type { Column } from './columns.ts'
import { compareLines } from './compare-product-import.ts'
import {
  countOutcomes,
  deleteImportRows,
  findStagedLines,
  insertRefusedRows,
  insertStagedRows,
  noteSharedBarcodes,
  type RefusedRow,
} from './import-rows.queries.ts'
import { makePictureSource } from './picture-source.ts'
import { forgetFile, type ImportRun, setColumns, setImportState, setProgress } from './product-import.queries.ts'
import { type FileContents, productFile } from './product-row.ts'

const MAX_PRODUCTS = 200_000
const MAX_MESSAGE = 500

type ReadServices = Pick<Services, 'db' | 'connection' | 'files' | 'config'>

/**
 * Reads the file of an import into rows and compares them with the shop. Begins again if it was interrupted. A file that
 * cannot be read at all is refused; otherwise single products are.
 */
export async function readProductImport(services: ReadServices, run: ImportRun, stopping?: AbortSignal): Promise<void> {
  const { db, files } = services
  if (run.file === null) throw new Error(`import ${run.id} has no file`)
  const refusal = await readRows(services, run, run.file, stopping)
  if (stopping?.aborted) return
  if (refusal) {
    await deleteImportRows(db, run.id)
    await inTransaction(db, async (trx) => {
      await setImportState(trx, run.id, { state: 'refused', refusal })
      await forgetFile(trx, run.id)
    })
  } else {
    const lines = await findStagedLines(db, run.id)
    if (!(await compareLines(services, run.id, lines, stopping))) return
    await noteSharedBarcodes(db, run.id)
    await inTransaction(db, async (trx) => {
      await countOutcomes(trx, run.id)
      await setImportState(trx, run.id, { state: 'ready' })
      await forgetFile(trx, run.id)
    })
  }
  await files.remove(run.file)
}

/** Returns why the file cannot be read; undefined if it was. */
async function readRows(
  { db, files, config: { dataDir } }: ReadServices,
  { id, bytes }: ImportRun,
  name: string,
  stopping: AbortSignal | undefined,
) {
  const path = join(toIncomingFolder(dataDir), randomBytes(16).toString('hex'))
  await mkdir(toIncomingFolder(dataDir), { recursive: true })
  if (!(await files.hold(name, path))) throw new Error(`the file of import ${id} is missing`)
  try {
    await deleteImportRows(db, id)
    let read = 0
    let refused: RefusedRow[] = []
    const contents: FileContents = { lines: [], handles: new Set(), barcodes: new Map(), categories: new Map() }
    const kind = productFile(makePictureSource(undefined, files), contents, ({ line, handle, name }, error) => {
      const refusal = toStored(error)
      refused.push({ line, handle, name, refusal })
    })
    const file = await openCsvFile(path, kind, (count) => {
      read += count
    })
    const names = Object.fromEntries([...file.columns].map((column: Column) => [column, file.nameOf(column)]))
    await setColumns(db, id, { names, ignored: file.unknown })
    for await (const slice of kind.read(file)) {
      if (stopping?.aborted) return undefined
      if (contents.lines.length > MAX_PRODUCTS) {
        throw new RowError(
          contents.lines.at(-1) ?? 1,
          undefined,
          `The file has more than ${MAX_PRODUCTS.toLocaleString('en-US')} products. Split it into several files.`,
        )
      }
      const stored = refused
      refused = []
      await insertStagedRows(db, id, slice)
      await insertRefusedRows(db, id, stored)
      // Half of the work: comparing takes about as long as reading.
      await setProgress(db, id, read / 2, bytes)
    }
    await insertRefusedRows(db, id, refused)
    return undefined
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return toStored(error)
  } finally {
    await rm(path, { force: true })
  }
}

/** A message quotes cells of any length, with any character. */
const toStored = ({ line, column, message }: RowError) => ({
  line,
  column: column ?? null,
  message: message.replaceAll('\0', '').slice(0, MAX_MESSAGE).toWellFormed(),
})
