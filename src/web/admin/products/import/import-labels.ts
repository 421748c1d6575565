import type { AdminResponse } from '#contract/admin-calls.ts'
import type { ImportNote } from '#contract/catalog/product-imports.ts'
import type { StateTone } from '../../ui/StateDot.tsx'
import { labelOf } from '../editor/editor-labels.ts'
import { countProducts } from '../product-labels.ts'

export type ProductImport = AdminResponse<'productImport'>
export type ImportRow = AdminResponse<'productImportRows'>['data'][number]
type Refusal = NonNullable<ProductImport['refusal']>

export const stateLabels: Record<ProductImport['state'], { label: string; tone: StateTone }> = {
  reading: { label: 'Reading', tone: 'waiting' },
  ready: { label: 'Ready to import', tone: 'waiting' },
  refused: { label: 'Not readable', tone: 'bad' },
  importing: { label: 'Importing', tone: 'waiting' },
  imported: { label: 'Imported', tone: 'good' },
  undoing: { label: 'Being undone', tone: 'waiting' },
  undone: { label: 'Undone', tone: 'idle' },
  failed: { label: 'Stopped early', tone: 'bad' },
}

export const isWorking = ({ state, pictures }: Pick<ProductImport, 'state' | 'pictures'>): boolean =>
  state === 'reading' || state === 'importing' || state === 'undoing' || pictures.fetching

/** Follows the number of products in a sentence. */
export const noteLabels: Record<ImportNote, string> = {
  becomes_free: 'would be free, for $0.00',
  sold_out: 'for sale without stock',
  no_category: 'for sale without a category',
  no_picture: 'for sale without a picture',
  picture_address: 'for sale with picture addresses only, which can be fetched after the import',
  shared_barcode: 'with a barcode of another product',
}

export const countPictures = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'picture' : 'pictures'}`

/** Products that an import writes. */
export const countImported = (
  { counts }: Pick<ProductImport, 'counts'>,
  updatesStock: boolean,
): { added: number; changed: number; unchanged: number; total: number } => {
  const onlyStock = updatesStock ? counts.only_stock_differs : 0
  const changed = counts.changed + onlyStock
  return { added: counts.new, changed, unchanged: counts.unchanged - onlyStock, total: counts.new + changed }
}

export const describeCounts = (added: number, changed: number): string =>
  [added > 0 && `${countProducts(added)} added`, changed > 0 && `${countProducts(changed)} changed`]
    .filter(Boolean)
    .join(', ') || 'No products changed'

export const describeRefusal = ({ line, column, message }: Refusal): string =>
  `Line ${line.toLocaleString('en-US')}${column === null ? '' : `, column ${column}`}: ${message}`

const ownLabels: Record<string, string> = { stock: 'Stock', name: 'Title' }

/** The title of a product file is the name of a product. */
export const fieldLabel = (field: string): string => ownLabels[field] ?? labelOf(field)

export const listFields = (fields: readonly string[]): string =>
  new Intl.ListFormat('en-US').format(fields.map(fieldLabel))
