import Close from 'lucide-react/icons/x'
import { type RefObject, useContext, useState } from 'react'
import { MAX_QUANTITY } from '#contract/base/limits.ts'
import { getBy } from '#web/admin/api/api.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldContext } from '#web/ui/fields.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { controlClass } from '../../ui/compact.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { addWithinStock, type Draft, type Product } from './draft.ts'
import type { Quote } from './use-quote.ts'
import { readWanted } from './product-query.ts'

type Hit = { product: Product; quantity: number }
type ProductsSectionProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  quote: Quote | undefined
  box: RefObject<HTMLInputElement | null>
}

/** Ordered products, with the search box below, so that the list grows in the order it is read out. */
export function ProductsSection({ draft, onChange, quote, box }: ProductsSectionProps) {
  const [added, setAdded] = useState('')
  const [notice, setNotice] = useState<string>()
  const wrong = useContext(FieldContext).errors.lines
  const setQuantity = (id: number, quantity: number) =>
    onChange({ ...draft, lines: draft.lines.map((line) => (line.product.id === id ? { ...line, quantity } : line)) })

  return (
    <div className="grid gap-3">
      {draft.lines.length > 0 && (
        <ul aria-label="Ordered" className="border-t border-hairline">
          {draft.lines.map(({ product, quantity }) => (
            <Line
              key={product.id}
              product={product}
              quantity={quantity}
              quoted={quote?.lines.find(({ product_id }) => product_id === product.id)}
              onQuantity={(changed) => setQuantity(product.id, changed)}
              onDone={() => box.current?.focus()}
              onRemove={() => {
                onChange({ ...draft, lines: draft.lines.filter((line) => line.product.id !== product.id) })
                box.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <div className="grid gap-1">
        <SearchBox<Hit>
          label="Product"
          placeholder="Name, SKU or barcode; “3 masque” for three"
          inputRef={box}
          isInvalid={wrong !== undefined}
          find={findProducts}
          isAmbiguous={(hits) => hits.filter(({ product }) => product.matched_barcode).length > 1}
          idOf={({ product }) => product.id}
          row={(hit) => <HitRow hit={hit} />}
          onChoose={({ product, quantity }) => {
            const outcome = addWithinStock(draft, product, quantity)
            if (outcome.added > 0) onChange(outcome.draft)
            setAdded(outcome.notice === undefined ? `${outcome.added} × ${product.name} added.` : '')
            setNotice(outcome.notice)
          }}
        />
        {notice && (
          <p role="alert" className="text-small font-[520] text-danger">
            {notice}
          </p>
        )}
        {wrong && <p className="text-small font-[520] text-danger">{wrong}</p>}
        <p role="status" className="sr-only">
          {added}
        </p>
      </div>
    </div>
  )
}

async function findProducts(typed: string, signal: AbortSignal): Promise<Hit[]> {
  const wanted = readWanted(typed)
  const { products } = await getBy('productSearch', { query: { q: wanted.words } }, signal)
  if (products.length > 0 || wanted.words === typed) {
    return products.map((product) => ({ product, quantity: wanted.quantity }))
  }
  // The leading number was part of the product name.
  const whole = await getBy('productSearch', { query: { q: typed } }, signal)
  return whole.products.map((product) => ({ product, quantity: 1 }))
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
  quoted: Quote['lines'][number] | undefined
  onQuantity: (quantity: number) => void
  /** Enter moves to the next product. */
  onDone: () => void
  onRemove: () => void
}

function Line({ product, quantity, quoted, onQuantity, onDone, onRemove }: LineProps) {
  const remaining = quoted ? quoted.remaining : product.remaining
  const isTooFew = remaining !== null && remaining < quantity
  const price = quoted?.price ?? product.price
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-hairline py-2 sm:grid-cols-[2rem_minmax(0,1fr)_4.5rem_4.5rem_5.5rem_auto]">
      <Thumbnail src={product.image} className="max-sm:row-span-2" />
      <div className="min-w-0">
        <p className="truncate">{product.name}</p>
        <p className="figures truncate text-small text-muted">
          {product.sku}
          {isTooFew && (
            <span className="font-[560] text-danger"> {remaining === 0 ? 'Sold out' : `Only ${remaining} left`}</span>
          )}
          {isTooFew && remaining > 0 && (
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
          const typed = Math.trunc(Number(target.value))
          if (typed >= 1) onQuantity(Math.min(typed, MAX_QUANTITY))
        }}
        onFocus={({ target }) => target.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onDone()
        }}
        className={cx(controlClass, 'figures text-right max-sm:col-start-2 max-sm:w-20')}
      />
      <Money value={price} className="text-right text-muted max-sm:hidden" />
      <Money
        value={quoted?.total_price ?? price * quantity}
        className="text-right max-sm:col-start-3 max-sm:row-start-1"
      />
      <IconButton
        label={`Remove ${product.name}`}
        onClick={onRemove}
        className="max-sm:col-start-3 max-sm:row-start-2 max-sm:justify-self-end"
      >
        <Close size={16} aria-hidden />
      </IconButton>
    </li>
  )
}
