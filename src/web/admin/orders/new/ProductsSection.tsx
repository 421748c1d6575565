import Close from 'lucide-react/icons/x'
import { type RefObject, useContext, useState } from 'react'
import { MAX_QUANTITY } from '#contract/base/limits.ts'
import { fetchAdmin } from '#web/admin/api/api.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldContext } from '#web/ui/fields.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { controlClass } from '../../ui/compact.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { addWithinStock, type Draft, type Product } from './draft.ts'
import { parseProductQuery } from './product-query.ts'
import type { Quote } from './use-quote.ts'

type Hit = { product: Product; quantity: number }
type ProductsSectionProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  quote: Quote | undefined
  inputRef: RefObject<HTMLInputElement | null>
}

/** Ordered products, with the search box below, so that the list grows in the order it is read out. */
export function ProductsSection({ draft, onChange, quote, inputRef }: ProductsSectionProps) {
  const [addedMessage, setAddedMessage] = useState('')
  const [notice, setNotice] = useState<string>()
  const error = useContext(FieldContext).errors.lines
  const setQuantity = (id: number, quantity: number) =>
    onChange({ ...draft, lines: draft.lines.map((line) => (line.product.id === id ? { ...line, quantity } : line)) })

  return (
    <div className="grid gap-3">
      {draft.lines.length > 0 && (
        <ul aria-label="Ordered" className="@container border-t border-hairline">
          {draft.lines.map(({ product, quantity }) => (
            <Line
              key={product.id}
              product={product}
              quantity={quantity}
              quotedLine={quote?.lines.find(({ product_id }) => product_id === product.id)}
              onQuantity={(newQuantity) => setQuantity(product.id, newQuantity)}
              onDone={() => inputRef.current?.focus()}
              onRemove={() => {
                onChange({ ...draft, lines: draft.lines.filter((line) => line.product.id !== product.id) })
                inputRef.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <div className="grid gap-1">
        <SearchBox<Hit>
          label="Product"
          placeholder="Name, SKU or barcode; “3 masque” for three"
          inputRef={inputRef}
          isInvalid={error !== undefined}
          find={findProducts}
          isAmbiguous={(hits) => hits.filter(({ product }) => product.matched_barcode).length > 1}
          idOf={({ product }) => product.id}
          renderItem={(hit) => <HitRow hit={hit} />}
          onSelect={({ product, quantity }) => {
            const result = addWithinStock(draft, product, quantity)
            if (result.added > 0) onChange(result.draft)
            setAddedMessage(result.notice === undefined ? `${result.added} × ${product.name} added.` : '')
            setNotice(result.notice)
          }}
        />
        {notice && (
          <p role="alert" className="text-small font-[520] text-danger">
            {notice}
          </p>
        )}
        {error && <p className="text-small font-[520] text-danger">{error}</p>}
        <p role="status" className="sr-only">
          {addedMessage}
        </p>
      </div>
    </div>
  )
}

async function findProducts(input: string, signal: AbortSignal): Promise<Hit[]> {
  const query = parseProductQuery(input)
  const { products } = await fetchAdmin('productSearch', { query: { q: query.product } }, signal)
  if (products.length > 0 || query.product === input) {
    return products.map((product) => ({ product, quantity: query.quantity }))
  }
  // The leading number was part of the product name.
  const fallback = await fetchAdmin('productSearch', { query: { q: input } }, signal)
  return fallback.products.map((product) => ({ product, quantity: 1 }))
}

const HitRow = ({ hit: { product, quantity } }: { hit: Hit }) => (
  <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-4">
    <span className="truncate">
      {quantity > 1 && <span className="figures font-[560]">{quantity} × </span>}
      {product.name}
    </span>
    <Money value={product.price} className="text-right" />
    <span className="figures truncate text-small text-muted">{product.sku}</span>
    <span className={cx('figures text-right text-small', isShort(product, quantity) ? 'text-danger' : 'text-muted')}>
      {product.remaining === null ? 'not tracked' : `${product.remaining} left`}
    </span>
  </span>
)

const isShort = ({ remaining }: Product, quantity: number): boolean => remaining !== null && remaining < quantity

type LineProps = {
  product: Product
  quantity: number
  quotedLine: Quote['lines'][number] | undefined
  onQuantity: (quantity: number) => void
  /** Enter moves to the next product. */
  onDone: () => void
  onRemove: () => void
}

function Line({ product, quantity, quotedLine, onQuantity, onDone, onRemove }: LineProps) {
  const remaining = quotedLine ? quotedLine.remaining : product.remaining
  const exceedsStock = remaining !== null && remaining < quantity
  const price = quotedLine?.price ?? product.price
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-hairline py-2 @min-[30rem]:grid-cols-[2rem_minmax(0,1fr)_4.5rem_4.5rem_5.5rem_auto]">
      <Thumbnail src={product.image} className="@max-[30rem]:row-span-2" />
      <div className="min-w-0">
        <p className="truncate">{product.name}</p>
        <p className="figures truncate text-small text-muted">
          {product.sku}
          {exceedsStock && (
            <span className="font-[560] text-danger"> {remaining === 0 ? 'Sold out' : `Only ${remaining} left`}</span>
          )}
          {exceedsStock && remaining > 0 && (
            <button type="button" className="text-link ml-2" onClick={() => onQuantity(remaining)}>
              Take {remaining}
            </button>
          )}
        </p>
      </div>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_QUANTITY}
        aria-label={`Quantity of ${product.name}`}
        value={quantity}
        onChange={({ target }) => {
          const input = Math.trunc(Number(target.value))
          if (input >= 1) onQuantity(Math.min(input, MAX_QUANTITY))
        }}
        onFocus={({ target }) => target.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onDone()
        }}
        className={cx(controlClass, 'figures text-right @max-[30rem]:col-start-2 @max-[30rem]:w-20')}
      />
      <Money value={price} className="text-right text-muted @max-[30rem]:hidden" />
      <Money
        value={quotedLine?.total_price ?? price * quantity}
        className="text-right @max-[30rem]:col-start-3 @max-[30rem]:row-start-1"
      />
      <IconButton
        label={`Remove ${product.name}`}
        onClick={onRemove}
        className="@max-[30rem]:col-start-3 @max-[30rem]:row-start-2 @max-[30rem]:justify-self-end"
      >
        <Close size={16} aria-hidden />
      </IconButton>
    </li>
  )
}
