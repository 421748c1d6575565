import { useState } from 'react'
import { formatDollars } from '#domain/money/money.ts'
import { adminGet } from '#web/admin/api/api.ts'
import { TextField } from '#web/ui/fields.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { addProduct, type Draft, type ProductResult } from './order-edit.ts'
import type { OrderRecord } from './order-record.ts'

type EditLinesProps = { record: OrderRecord; draft: Draft; onChange: (draft: Draft) => void }

/** Edits quantities; 0 removes a line. */
export function EditLines({ record, draft, onChange }: EditLinesProps) {
  const [notice, setNotice] = useState<string>()
  return (
    <section className="grid gap-2">
      <h3 className="text-small text-muted">Items</h3>
      <ul className="grid border-t border-hairline">
        {record.order.products.map(({ name, quantity, price }, index) => {
          const line = record.lines[index]
          return (
            line && (
              <Line
                key={line.position}
                name={name}
                note={`${line.sku} ${formatDollars(price)}`}
                quantity={draft.quantities[line.position] ?? quantity}
                onChange={(next) => onChange({ ...draft, quantities: { ...draft.quantities, [line.position]: next } })}
              />
            )
          )
        })}
        {draft.added.map(({ id, name, sku, price, quantity }) => (
          <Line
            key={`added${id}`}
            name={name}
            note={`${sku} ${formatDollars(price)}, new`}
            quantity={quantity}
            onChange={(next) =>
              onChange({
                ...draft,
                added:
                  next === 0
                    ? draft.added.filter((line) => line.id !== id)
                    : draft.added.map((line) => (line.id === id ? { ...line, quantity: next } : line)),
              })
            }
          />
        ))}
      </ul>
      <SearchBox<ProductResult>
        label="Add a product"
        placeholder="Add a product by name or SKU …"
        find={async (words) => (await adminGet('productSearch', { query: { q: words } })).products}
        idOf={({ id }) => id}
        renderItem={(product) => (
          <>
            <span className="min-w-0 grow truncate">{product.name}</span>
            <span className="figures text-small text-muted">
              {[product.sku, formatDollars(product.price), product.remaining !== null && `${product.remaining} left`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        )}
        onSelect={(product) => {
          const result = addProduct(draft, record, product)
          setNotice(result.notice)
          if (result.draft !== draft) onChange(result.draft)
        }}
        emptyMessage="No products found."
      />
      {notice && (
        <p role="alert" className="text-small font-[520] text-danger">
          {notice}
        </p>
      )}
    </section>
  )
}

type LineProps = { name: string; note: string; quantity: number; onChange: (quantity: number) => void }

const Line = ({ name, note, quantity, onChange }: LineProps) => (
  <li className="flex items-center gap-3 border-b border-hairline py-2">
    <span className="min-w-0 grow">
      {name}
      <span className="figures block text-small text-muted">{quantity === 0 ? 'removed' : note}</span>
    </span>
    <TextField
      label={<span className="sr-only">{`Quantity of ${name}`}</span>}
      type="number"
      inputMode="numeric"
      min={0}
      max={99}
      value={quantity}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      className="w-20 shrink-0"
    />
  </li>
)
