import type { AdminResponse } from '#contract/admin-calls.ts'
import { Money } from '#web/ui/Money.tsx'
import { fetchAdmin } from '../../api/api.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'

type FoundProduct = AdminResponse<'productSearch'>['products'][number]

type ProductSearchProps = {
  label: string
  /** Products that cannot be chosen. */
  excluded: readonly number[]
  onSelect: (product: FoundProduct) => void
}

/** Finds products for sale by name, SKU or barcode. */
export const ProductSearch = ({ label, excluded, onSelect }: ProductSearchProps) => (
  <SearchBox<FoundProduct>
    label={label}
    placeholder="Name, SKU or barcode"
    find={async (q, signal) => {
      const { products } = await fetchAdmin('productSearch', { query: { q } }, signal)
      return products.filter(({ id }) => !excluded.includes(id))
    }}
    idOf={({ id }) => id}
    renderItem={({ name, sku, price }) => (
      <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        <span className="truncate">{name}</span>
        <Money value={price} className="text-right" />
        <span className="figures truncate text-small text-muted">{sku}</span>
      </span>
    )}
    onSelect={onSelect}
  />
)
