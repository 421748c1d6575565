import { basename } from 'node:path'
import { exportProducts } from '#server/catalog/product-file/export-products.ts'
import { ImportStoppedError, importProducts } from '#server/catalog/product-file/import-products.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { operatorErrorMessage } from '#server/platform/operator-error-message.ts'
import { type CommandContext, UserError } from './command.ts'
import { exportTo, importFrom } from './csv-files.ts'
import { formatCount } from './format-count.ts'
import { formatProductReport } from './format-product-report.ts'

/** `--look-first` and `--count-stock` are earlier names of `--dry-run` and `--update-stock`. */
export type ImportProductsOptions = { dryRun?: true; updateStock?: true; lookFirst?: true; countStock?: true }

export async function importProductsCommand(
  context: CommandContext,
  path: string,
  options: ImportProductsOptions,
): Promise<number> {
  const isDryRun = (options.dryRun ?? options.lookFirst) === true
  const updatesStock = (options.updateStock ?? options.countStock) === true
  try {
    return await importFrom(
      context,
      path,
      'products',
      (file) =>
        importProducts(context.connection, {
          ...file,
          files: context.files,
          actor: context.actor,
          countStock: updatesStock,
          previewOnly: isDryRun,
          onBegun: (trx) =>
            recordAction(trx, context.actor, {
              action: 'products.import_started',
              subject: { kind: 'shop', id: 'products' },
              after: { file: basename(file.path) },
            }),
          onSlice: (merged, total) => context.progress(`${merged} of ${total} products merged`),
        }),
      ({ added, updated, unchanged, pictures }) =>
        isDryRun
          ? `${added} would be added, ${updated} updated, ${unchanged} unchanged; ${formatCount(pictures, 'picture')} would be stored. Nothing was written`
          : `${added} added, ${updated} updated, ${unchanged} unchanged; ${formatCount(pictures, 'picture')} stored`,
      { done: isDryRun ? 'Checked' : 'Imported', lines: ({ report }) => formatProductReport(report) },
    )
  } catch (error) {
    if (!(error instanceof ImportStoppedError)) throw error
    const cause = operatorErrorMessage(error.cause) ?? String(error.cause)
    throw new UserError(`${path}: ${error.message} ${cause} Run the same command again for the rest.`, { cause: error })
  }
}

export const exportProductsCommand = (context: CommandContext, path: string): Promise<number> =>
  exportTo(context, path, 'products', (path) =>
    exportProducts(context.connection, path, (count) => context.progress(`${count} products written`)),
  )
