import { exportProducts } from '#server/catalog/product-file/export-products.ts'
import { importProducts } from '#server/catalog/product-file/import-products.ts'
import type { CommandContext } from './command.ts'
import { countOf } from './count-of.ts'
import { exportTo, importFrom } from './csv-files.ts'

export const importProductsCommand = (context: CommandContext, given: string): Promise<number> =>
  importFrom(
    context,
    given,
    'products',
    (options) =>
      importProducts(context.connection, {
        ...options,
        files: context.files,
        actor: context.actor,
      }),
    ({ added, updated, unchanged, pictures }) =>
      `${added} added, ${updated} updated, ${unchanged} unchanged; ${countOf(pictures, 'picture')} stored`,
  )

export const exportProductsCommand = (context: CommandContext, given: string): Promise<number> =>
  exportTo(context, given, 'products', (path) =>
    exportProducts(context.connection, path, (count) => context.progress(`${count} products written`)),
  )
