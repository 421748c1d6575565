import type { ProductSelection } from '#contract/catalog/bulk-changes.ts'
import type { Services } from '#server/platform/services.ts'
import { streamProducts } from '../product-file/export-products.ts'
import { buildSelectionConditions } from './bulk-change.queries.ts'

/** Streams the selected products as a CSV file that an import reads back. */
export const exportSelection = (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  selection: ProductSelection,
): AsyncGenerator<string> => streamProducts(db, buildSelectionConditions(selection, settings.get('low_stock_below')))
