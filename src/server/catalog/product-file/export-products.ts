import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { writeWhole } from '#server/platform/csv/export-file.ts'
import type { Connection, Database } from '#server/platform/database/connection.ts'
import { findProductsAfter } from './export.queries.ts'
import { EXPORTED_COLUMNS, rowsOfProduct } from './rows-of-product.ts'

const SLICE = 500

/** Writes every product, inactive ones included, to a CSV file that `importProducts` reads back unchanged. */
export async function exportProducts(
  { db }: Pick<Connection, 'db'>,
  path: string,
  onProgress: (products: number) => void = () => {},
): Promise<number> {
  let products = 0
  await writeWhole(path, async (unfinished) => {
    const csv = stringify({ columns: [...EXPORTED_COLUMNS], header: true, quoted_match: /[\r\n]/ })
    const rows = allRows(db, (count) => {
      products += count
      onProgress(products)
    })
    await pipeline(rows, csv, createWriteStream(unfinished))
  })
  return products
}

async function* allRows(db: Database, onSlice: (count: number) => void): AsyncGenerator<string[]> {
  let last = 0
  for (;;) {
    const slice = await findProductsAfter(db, last, SLICE)
    for (const product of slice) yield* rowsOfProduct(product)
    onSlice(slice.length)
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return
    last = end.id
  }
}
