import { writeCsv } from '#server/platform/csv/write-csv.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { findProductsAfter } from './export.queries.ts'
import { EXPORTED_COLUMNS, formatProductRows } from './format-product-rows.ts'

const SLICE = 500

/** Writes every product, including inactive ones, to a CSV file that `importProducts` reads back unchanged. */
export const exportProducts = (
  { db }: Pick<Connection, 'db'>,
  path: string,
  onProgress: (products: number) => void = () => {},
): Promise<number> =>
  writeCsv(path, EXPORTED_COLUMNS.join(','), async (csv) => {
    let products = 0
    let lastId = 0
    for (;;) {
      const slice = await findProductsAfter(db, lastId, SLICE)
      for (const row of slice.flatMap(formatProductRows)) csv.add(row)
      products += slice.length
      onProgress(products)
      await csv.drained()
      const lastProduct = slice.at(-1)
      if (!lastProduct || slice.length < SLICE) return products
      lastId = lastProduct.id
    }
  })
