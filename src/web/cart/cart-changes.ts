import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallError } from '#contract/calls.ts'
import type { Cart } from '#contract/cart.ts'
import { get, post } from '#web/client/api.ts'
import { setCart, usePersonal } from '#web/client/personal.ts'

type ProductQuantity = { id: number; quantity: number }

const adding = ['cart', 'add']
/** Mutation keys by which pages find the changes in progress. */
export const updatingLine = ['cart', 'update'] as const
export const removingLine = ['cart', 'remove'] as const
/** Changes run one after the other, so the last answer is the newest cart. */
const scope = { id: 'cart' }

/** `id` is the product's. */
export function useAddToCart() {
  const client = useQueryClient()
  return useMutation<Cart, CallError<'addToCart'>, ProductQuantity>({
    mutationKey: adding,
    scope,
    mutationFn: (body) => post('addToCart', { body }),
    onSuccess: setCart,
    // A refusal means that the page's stock or price is out of date: it is fetched again, and the page shows why.
    onError: ({ status }) => {
      if (status === 422) client.invalidateQueries()
    },
  })
}

/** `id` is the line item's. */
export const useUpdateLine = () =>
  useMutation<Cart, CallError<'updateCartLine'>, ProductQuantity>({
    mutationKey: updatingLine,
    scope,
    mutationFn: (body) => post('updateCartLine', { body }),
    onSuccess: setCart,
  })

/** `id` is the line item's. */
export const useRemoveLine = () =>
  useMutation<Cart, CallError<'removeCartLine'>, { id: number }>({
    mutationKey: removingLine,
    scope,
    mutationFn: (body) => post('removeCartLine', { body }),
    onSuccess: setCart,
  })

/** What is in the cart plus what is being added: the bag responds to the click, not to the network. */
export function useBagCount(): number {
  const { cart } = usePersonal()
  const onTheirWay = useMutationState({
    filters: { mutationKey: adding, status: 'pending' },
    select: (mutation) => (mutation.state.variables as ProductQuantity).quantity,
  })
  return onTheirWay.reduce((sum, quantity) => sum + quantity, cart?.quantity ?? 0)
}

export type AddedProduct = NonNullable<Cart['layerProduct']> & { at: number }

/** The product added last while this page was open. */
export function useLastAdded(): AddedProduct | undefined {
  return useMutationState({
    filters: { mutationKey: adding, status: 'success' },
    select: ({ state }) => {
      const product = (state.data as Cart).layerProduct
      return product && { ...product, at: state.submittedAt }
    },
  })
    .filter((added) => added !== null)
    .at(-1)
}

/** A page restored from the browser's memory shows an old cart; this fetches the current one. */
export function useCartAfterReturn(): void {
  useEffect(() => {
    const returned = async ({ persisted }: PageTransitionEvent) => {
      if (persisted) setCart(await get('readCart'))
    }
    window.addEventListener('pageshow', returned)
    return () => window.removeEventListener('pageshow', returned)
  }, [])
}
