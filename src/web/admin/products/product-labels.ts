import type { AdminResponse } from '#contract/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type ProductRow = AdminResponse<'managedProducts'>['data'][number]
export type ProductChoices = AdminResponse<'productChoices'>
export type ProductStatus = ProductRow['status']

export const statusLabels: Record<ProductStatus, string> = { draft: 'Draft', active: 'Active', archived: 'Archived' }
export const kindLabels = { product: 'Products', package: 'Packages' }
export const issueLabels = { low_stock: 'Low stock', no_picture: 'No picture', no_price: 'No price' }

/** An active product is not visible before and after the period that staff chose. */
export function productState({ status, visible }: Pick<ProductRow, 'status' | 'visible'>): {
  label: string
  tone: StateTone
} {
  if (status !== 'active') return { label: statusLabels[status], tone: 'idle' }
  return visible ? { label: 'Active', tone: 'good' } : { label: 'Active, hidden now', tone: 'waiting' }
}

export const formatStock = (stock: number | null): string =>
  stock === null ? 'not tracked' : stock.toLocaleString('en-US')

export const countProducts = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'product' : 'products'}`

/** Category names by id, in the order of the tree; a child is named after its parent. */
export function categoryLabels({ categories }: Pick<ProductChoices, 'categories'>): ReadonlyMap<number, string> {
  const parents = categories.filter(({ parent_id }) => parent_id === null)
  return new Map(
    parents.flatMap((parent) => [
      [parent.category_id, parent.name] as const,
      ...categories
        .filter(({ parent_id }) => parent_id === parent.category_id)
        .map(({ category_id, name }) => [category_id, `${parent.name} › ${name}`] as const),
    ]),
  )
}
