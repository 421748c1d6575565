import type { RawBuilder } from 'kysely'
import { writeCsv } from '#server/platform/csv/write-csv.ts'
import type { Connection, Database } from '#server/platform/database/connection.ts'
import { findProductsAfter } from './export.queries.ts'
import { EXPORTED_COLUMNS, formatProductRows } from './format-product-rows.ts'

const SLICE = 500
const HEADING = EXPORTED_COLUMNS.join(',')

/** Writes every product, including inactive ones, to a CSV file that `importProducts` reads back unchanged. */
export const exportProducts = (
  { db }: Pick<Connection, 'db'>,
  path: string,
  onProgress: (products: number) => void = () => {},
): Promise<number> =>
  writeCsv(path, HEADING, async (csv) => {
    let products = 0
    for await (const slice of readSlices(db)) {
      for (const row of slice.flatMap(formatProductRows)) csv.add(row)
      products += slice.length
      onProgress(products)
      await csv.drained()
    }
    return products
  })

/** Streams products as such a file. `conditions` are on a row `p` of `products`. */
export async function* streamProducts(
  db: Database,
  conditions: readonly RawBuilder<unknown>[],
): AsyncGenerator<string> {
  yield `${HEADING}\n`
  for await (const slice of readSlices(db, conditions)) {
    yield slice
      .flatMap(formatProductRows)
      .map((row) => `${row}\n`)
      .join('')
  }
}

async function* readSlices(db: Database, conditions: readonly RawBuilder<unknown>[] = []) {
  for (let lastId: number | undefined = 0; lastId !== undefined; ) {
    const slice = await findProductsAfter(db, lastId, SLICE, conditions)
    if (slice.length > 0) yield slice
    lastId = slice.length < SLICE ? undefined : slice.at(-1)?.id
  }
}
