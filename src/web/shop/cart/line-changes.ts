import { useMutation, useMutationState } from '@tanstack/react-query'
import { messages } from '#contract/base/messages.ts'
import type { Body, CallError } from '#contract/calls.ts'
import type { Cart } from '#contract/cart/calls.ts'
import { ApiError, get, post } from '#web/api/api.ts'
import { cartScope, setCart } from '#web/api/personal.ts'
import type { Pending } from './pending-cart.ts'

/** A refused change means that the cart was changed in another tab, so it is refetched. */
async function refetchCart(error: Error): Promise<void> {
  if (error instanceof ApiError && error.status < 500) setCart(await get('readCart'))
}

/** Reduces a line to the remaining stock once that is known. The error stays visible and explains the new quantity. */
async function reduceToStock(error: CallError<'updateCartLine'>, { id }: Body<'updateCartLine'>): Promise<void> {
  const remaining = error.problem?.remaining ?? 0
  if (remaining < 1) return refetchCart(error)
  await post('updateCartLine', { body: { id, quantity: remaining } }).then(setCart, refetchCart)
}

export const useUpdateLine = () =>
  useMutation<Cart, CallError<'updateCartLine'>, Body<'updateCartLine'>>({
    mutationKey: ['updateCartLine'],
    scope: cartScope,
    mutationFn: (body) => post('updateCartLine', { body }),
    onSuccess: setCart,
    onError: reduceToStock,
  })

/** Calls `onRemoved` even when the line, which disappears immediately, was already gone. */
export const useRemoveLine = (onRemoved: () => void) =>
  useMutation<Cart, CallError<'removeCartLine'>, Body<'removeCartLine'>>({
    mutationKey: ['removeCartLine'],
    scope: cartScope,
    mutationFn: (body) => post('removeCartLine', { body }),
    onSuccess(cart) {
      setCart(cart)
      onRemoved()
    },
    onError: refetchCart,
  })

type Variables = { id: number; quantity?: number }

/** Changes of cart lines without a response yet. */
export function usePendingChanges(): Pending {
  const select = { status: 'pending' } as const
  const updates = useMutationState({
    filters: { ...select, mutationKey: ['updateCartLine'] },
    select: ({ state }) => state.variables as Variables,
  })
  const removals = useMutationState({
    filters: { ...select, mutationKey: ['removeCartLine'] },
    select: ({ state }) => state.variables as Variables,
  })
  return new Map([
    ...updates.map(({ id, quantity = 0 }) => [id, quantity] as const),
    ...removals.map(({ id }) => [id, 0] as const),
  ])
}

export type CartFailure = { message: string; reason: string | undefined }

/** Reason why the latest change failed; cleared by a new change. */
export function useCartFailure(): CartFailure | undefined {
  const select = ({ state }: { state: { submittedAt: number; status: string; error: unknown } }) => state
  const attempts = [
    ...useMutationState({ filters: { mutationKey: ['updateCartLine'] }, select }).map((state) => ({
      ...state,
      message: messages.cartUpdateFailed,
    })),
    ...useMutationState({ filters: { mutationKey: ['removeCartLine'] }, select }).map((state) => ({
      ...state,
      message: messages.cartRemoveFailed,
    })),
  ].sort((a, b) => a.submittedAt - b.submittedAt)
  const latest = attempts.at(-1)
  if (latest?.status !== 'error') return undefined
  return {
    message: latest.message,
    reason: latest.error instanceof ApiError ? latest.error.problem?.detail : undefined,
  }
}
