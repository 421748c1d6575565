import { Money } from '#web/ui/Money.tsx'
import { fetchAdmin } from '../../api/api.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'

type FoundProduct = { id: number; name: string; sku: string; price: number }

type ProductSearchProps = {
  label: string
  /** Products that cannot be chosen. */
  excluded: readonly number[]
  /** Finds drafts and products outside of their visible period, too. */
  includesHidden?: boolean
  onSelect: (product: FoundProduct) => void
}

/** Finds products by name, SKU or barcode. */
export const ProductSearch = ({ label, excluded, includesHidden = false, onSelect }: ProductSearchProps) => (
  <SearchBox<FoundProduct>
    label={label}
    placeholder="Name, SKU or barcode"
    find={async (q, signal) => {
      const products = includesHidden ? await findManaged(q, signal) : await findForSale(q, signal)
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

const findForSale = async (q: string, signal: AbortSignal): Promise<FoundProduct[]> =>
  (await fetchAdmin('productSearch', { query: { q } }, signal)).products

async function findManaged(search: string, signal: AbortSignal): Promise<FoundProduct[]> {
  const { data } = await fetchAdmin('managedProducts', { query: { search } }, signal)
  return data.map(({ product_id, name, sku, price }) => ({ id: product_id, name, sku, price }))
}
