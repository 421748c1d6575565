import { stat } from 'node:fs/promises'
import { exportProducts } from '../catalog/product-file/export-products.ts'
import { importProducts } from '../catalog/product-file/import-products.ts'
import { type Bench, Told } from './verb.ts'

export async function importProductsVerb(bench: Bench, given: string): Promise<number> {
  const path = bench.pathOf(given)
  const { size } = await stat(path)
  const imported = await importProducts(bench.connection, {
    path,
    dataDir: bench.config.dataDir,
    onProgress: (products, bytes) =>
      bench.progress(`${products} products read, ${Math.floor((100 * bytes) / Math.max(size, 1))} % of the file`),
  })
  if (!imported.ok) {
    const { line, column, sentence } = imported.refusal
    const cell = column === undefined ? '' : `, column ${column}`
    throw new Told(`${given}, line ${line}${cell}: ${sentence} Nothing was imported.`)
  }
  const { added, updated, unchanged, pictures } = imported
  bench.progress('')
  bench.say(
    `Imported ${given}: ${added} added, ${updated} updated, ${unchanged} unchanged; ${pictures} pictures stored.`,
  )
  return 0
}

export async function exportProductsVerb(bench: Bench, given: string): Promise<number> {
  const products = await exportProducts(bench.connection, bench.pathOf(given), (count) =>
    bench.progress(`${count} products written`),
  )
  bench.progress('')
  bench.say(`Exported ${products} products to ${given}.`)
  return 0
}
