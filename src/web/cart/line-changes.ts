import { useMutation, useMutationState } from '@tanstack/react-query'
import type { Body, CallError } from '#contract/calls.ts'
import type { Cart } from '#contract/cart.ts'
import { messages } from '#contract/messages.ts'
import { ApiError, get, post } from '#web/client/api.ts'
import { cartScope, setCart } from '#web/client/personal.ts'
import type { Pending } from './pending-cart.ts'

/** A change that the shop refuses was made to a cart that is no longer as shown: it has changed in another tab. */
async function readAgain(error: Error): Promise<void> {
  if (error instanceof ApiError && error.status < 500) setCart(await get('readCart'))
}

/**
 * A cart that asks for more than there is gets as many as there are, once it is known. The refusal stays: it says so, and
 * the line's quantity shows it.
 */
async function takeWhatIsLeft(error: CallError<'updateCartLine'>, { id }: Body<'updateCartLine'>): Promise<void> {
  const left = error.problem?.remaining ?? 0
  if (left < 1) return readAgain(error)
  await post('updateCartLine', { body: { id, quantity: left } }).then(setCart, readAgain)
}

export const useUpdateLine = () =>
  useMutation<Cart, CallError<'updateCartLine'>, Body<'updateCartLine'>>({
    mutationKey: ['updateCartLine'],
    scope: cartScope,
    mutationFn: (body) => post('updateCartLine', { body }),
    onSuccess: setCart,
    onError: takeWhatIsLeft,
  })

/** `onRemoved` is called even when the line, which goes at once, is not there any more. */
export const useRemoveLine = (onRemoved: () => void) =>
  useMutation<Cart, CallError<'removeCartLine'>, Body<'removeCartLine'>>({
    mutationKey: ['removeCartLine'],
    scope: cartScope,
    mutationFn: (body) => post('removeCartLine', { body }),
    onSuccess(cart) {
      setCart(cart)
      onRemoved()
    },
    onError: readAgain,
  })

type Variables = { id: number; quantity?: number }

/** Changes of the cart's lines that have not been answered yet. */
export function usePendingChanges(): Pending {
  const select = { status: 'pending' } as const
  const changed = useMutationState({
    filters: { ...select, mutationKey: ['updateCartLine'] },
    select: ({ state }) => state.variables as Variables,
  })
  const removed = useMutationState({
    filters: { ...select, mutationKey: ['removeCartLine'] },
    select: ({ state }) => state.variables as Variables,
  })
  return new Map([
    ...changed.map(({ id, quantity = 0 }) => [id, quantity] as const),
    ...removed.map(({ id }) => [id, 0] as const),
  ])
}

export type CartFailure = { sentence: string; reason: string | undefined }

/** Why the latest change failed; a new change clears it. */
export function useCartFailure(): CartFailure | undefined {
  const select = ({ state }: { state: { submittedAt: number; status: string; error: unknown } }) => state
  const attempts = [
    ...useMutationState({ filters: { mutationKey: ['updateCartLine'] }, select }).map((state) => ({
      ...state,
      sentence: messages.cartUpdateFailed,
    })),
    ...useMutationState({ filters: { mutationKey: ['removeCartLine'] }, select }).map((state) => ({
      ...state,
      sentence: messages.cartRemoveFailed,
    })),
  ].sort((a, b) => a.submittedAt - b.submittedAt)
  const last = attempts.at(-1)
  if (last?.status !== 'error') return undefined
  return { sentence: last.sentence, reason: last.error instanceof ApiError ? last.error.problem?.detail : undefined }
}
