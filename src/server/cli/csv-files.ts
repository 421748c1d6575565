import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Result } from '#domain/result.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { ImportOptions, ImportRefusal } from '#server/platform/csv/import-file.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'
import { formatCount } from './format-count.ts'

/**
 * Imports a file with progress on a terminal. `rows` names its rows in the progress line. Throws a `UserError` if
 * nothing was imported.
 */
export async function importFrom<Counts>(
  context: CommandContext,
  file: string,
  rows: string,
  work: (options: ImportOptions) => Promise<Result<Counts, ImportRefusal>>,
  message: (counts: Counts) => string,
  { done = 'Imported', lines = () => [] }: { done?: string; lines?: (counts: Counts) => string[] } = {},
): Promise<number> {
  const path = context.resolvePath(file)
  const { size } = await stat(path)
  const imported = await work({
    path,
    onMerged: (trx, counts) =>
      recordAction(trx, context.actor, {
        action: `${rows}.imported`,
        subject: { kind: 'shop', id: rows },
        after: { file: basename(path), ...counts },
      }),
    onProgress: (count, bytes) =>
      context.progress(`${count} ${rows} read, ${Math.floor((100 * bytes) / Math.max(size, 1))}% of the file`),
  })
  if (!imported.ok) {
    const { line, column, sentence: reason } = imported.refusal
    const cell = column === undefined ? '' : `, column ${column}`
    throw new UserError(`${file}, line ${line}${cell}: ${reason} Nothing was imported.`)
  }
  context.progress('')
  context.print(`${done} ${file}: ${message(imported)}.`)
  for (const line of lines(imported)) context.print(line)
  return 0
}

/** Exports to a file with progress on a terminal. `work` returns the number of rows. */
export async function exportTo(
  context: CommandContext,
  file: string,
  rows: string,
  work: (path: string) => Promise<number>,
): Promise<number> {
  const path = context.resolvePath(file)
  // Recorded before the first row is read, because even an aborted export has revealed data.
  await inTransaction(context.connection.db, (trx) =>
    recordAction(trx, context.actor, {
      action: `${rows.replaceAll(' ', '_')}.exported`,
      subject: { kind: 'shop', id: rows },
      after: { file: basename(path) },
    }),
  )
  const count = await work(path)
  context.progress('')
  context.print(`Exported ${formatCount(count, rows.replace(/ies$/, 'y').replace(/s$/, ''), rows)} to ${file}.`)
  return 0
}
