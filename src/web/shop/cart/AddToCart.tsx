import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { MAX_QUANTITY } from '#contract/base/limits.ts'
import type { Body, CallError } from '#contract/calls.ts'
import type { Cart } from '#contract/cart/calls.ts'
import type { ProductCard } from '#contract/catalog/calls.ts'
import { callUrl, post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { cartScope, setCart, usePersonal } from '#web/api/personal.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { Button, iconButtonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { QuantityChanger } from '#web/ui/QuantityChanger.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useRestoredFocus } from '#web/ui/use-restored-focus.ts'
import { type AddToCartContext, loadAddedProductPanel } from './AddedLayer.tsx'

type AddToCartError = CallError<'addToCart'>

/** The bag and the panel below it find this mutation by its key. */
const addToCartOptions = (
  client: QueryClient,
): MutationOptions<Cart, AddToCartError, Body<'addToCart'>, AddToCartContext> => ({
  mutationKey: ['addToCart'],
  scope: cartScope,
  onMutate: () => {
    // Loads while the product is being added.
    void loadAddedProductPanel()
    return { opener: document.activeElement === document.body ? null : document.activeElement }
  },
  mutationFn: (body) => post('addToCart', { body }),
  onSuccess: setCart,
  // A refusal means that the page's stock or price is out of date: refetches, and the page shows the reason.
  onError: ({ status, problem }) => {
    if (status === 422) client.invalidateQueries()
    // The session changed in another tab: the page belongs to the previous visitor, and all of its requests are
    // refused.
    if (problem?.code === 'page_expired') location.reload()
  },
})

type CartProduct = Pick<ProductCard, 'id' | 'name' | 'stock'>

type AddToCartFormProps = {
  product: CartProduct
  /** Called when the requested quantity exceeds the stock. */
  onInsufficientStock: (remaining: number) => void
  className?: string
  children?: ReactNode
}

/** A real form: without scripts the browser posts it and gets the cart page. */
export function AddToCartForm({ product, onInsufficientStock, className, children }: AddToCartFormProps) {
  const add = useMutation(addToCartOptions(useQueryClient()))
  const [quantity, setQuantity] = useState(1)
  const soldOut = product.stock.sold_out
  const inCart = usePersonal('cart')?.line_items.find(({ product_id }) => product_id === product.id)?.quantity ?? 0

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Read from the form, because the latest input may not have been committed yet.
    const enteredQuantity = Number(new FormData(event.currentTarget).get('quantity'))
    add.mutate(
      { id: product.id, quantity: enteredQuantity },
      {
        onError: ({ problem }) => {
          const remaining = problem?.remaining
          if (remaining === undefined) return
          setQuantity(Math.max(1, remaining - inCart))
          onInsufficientStock(remaining)
        },
      },
    )
  }

  return (
    <form
      method="post"
      action={callUrl('addToCart')}
      onSubmit={submit}
      className={cx('flex flex-wrap gap-x-3 gap-y-2', className)}
    >
      {children}
      <CsrfField />
      <input type="hidden" name="id" value={product.id} />
      {!soldOut && (
        <QuantityChanger label="Quantity" name="quantity" value={quantity} onChange={setQuantity} max={MAX_QUANTITY} />
      )}
      <Button type="submit" className="flex-1" busy={add.isPending} busyText="Adding…" disabled={soldOut}>
        {soldOut ? 'Sold Out' : 'Add to Cart'}
      </Button>
      <Failed error={add.error} />
    </form>
  )
}

const QUICK_ADD = 'quick-add'

/** Rendered once per page with cards; all quick-add buttons submit this form and share its token. */
export const QuickAddForm = () => (
  <form id={QUICK_ADD} method="post" action={callUrl('addToCart')} hidden>
    <CsrfField />
    <input type="hidden" name="quantity" value={1} />
  </form>
)

/** Adds one piece from a product card. Runs no code before the click because listings contain many. */
export function QuickAddButton({ product, onInsufficientStock, className }: Omit<AddToCartFormProps, 'children'>) {
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [addError, setAddError] = useState<AddToCartError | null>(null)
  useRestoredFocus(adding)

  async function submit(event: MouseEvent) {
    event.preventDefault()
    setAdding(true)
    setAddError(null)
    const mutation = client.getMutationCache().build(client, addToCartOptions(client))
    await mutation.execute({ id: product.id, quantity: 1 }).catch((error: AddToCartError) => {
      setAddError(error)
      if (error.problem?.remaining !== undefined) onInsufficientStock(error.problem.remaining)
    })
    setAdding(false)
  }

  return (
    <>
      <button
        type="submit"
        form={QUICK_ADD}
        name="id"
        value={product.id}
        onClick={submit}
        disabled={adding}
        aria-label={adding ? `Adding ${product.name}…` : `Add ${product.name} to cart`}
        className={iconButtonClass(cx('bg-paper not-disabled:hover:bg-ink not-disabled:hover:text-paper', className))}
      >
        {adding ? <Spinner /> : <Plus size={20} strokeWidth={1.75} aria-hidden />}
      </button>
      <Failed error={addError} />
    </>
  )
}

/**
 * The specification shows no message when adding fails: the button is restored, the bag count drops again, and the page
 * shows the stock in danger ink. Screen readers get a sentence.
 */
const Failed = ({ error }: { error: AddToCartError | null }) => (
  <span role="status" className="sr-only">
    {error && errorMessage(error)}
  </span>
)
