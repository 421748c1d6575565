import { exportProducts } from '../catalog/product-file/export-products.ts'
import { importProducts } from '../catalog/product-file/import-products.ts'
import { exportTo, importFrom } from './csv-files.ts'
import type { Bench } from './verb.ts'

export const importProductsVerb = (bench: Bench, given: string): Promise<number> =>
  importFrom(
    bench,
    given,
    'products',
    (options) => importProducts(bench.connection, { ...options, dataDir: bench.config.dataDir }),
    ({ added, updated, unchanged, pictures }) =>
      `${added} added, ${updated} updated, ${unchanged} unchanged; ${pictures} pictures stored`,
  )

export const exportProductsVerb = (bench: Bench, given: string): Promise<number> =>
  exportTo(bench, given, 'products', (path) =>
    exportProducts(bench.connection, path, (count) => bench.progress(`${count} products written`)),
  )
