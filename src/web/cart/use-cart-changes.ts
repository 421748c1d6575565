import { useMutationState } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { ApiError } from '#web/client/api.ts'
import { removingLine, updatingLine } from './cart-changes.ts'
import type { Pending } from './pending-cart.ts'

type Variables = { id: number; quantity?: number }

/** Changes of the cart that have not been answered yet. */
export function usePendingChanges(): Pending {
  const select = { status: 'pending' } as const
  const changed = useMutationState({
    filters: { ...select, mutationKey: updatingLine },
    select: ({ state }) => state.variables as Variables,
  })
  const removed = useMutationState({
    filters: { ...select, mutationKey: removingLine },
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
    ...useMutationState({ filters: { mutationKey: updatingLine }, select }).map((state) => ({
      ...state,
      sentence: messages.cartUpdateFailed,
    })),
    ...useMutationState({ filters: { mutationKey: removingLine }, select }).map((state) => ({
      ...state,
      sentence: messages.cartRemoveFailed,
    })),
  ].sort((a, b) => a.submittedAt - b.submittedAt)
  const last = attempts.at(-1)
  if (last?.status !== 'error') return undefined
  return { sentence: last.sentence, reason: last.error instanceof ApiError ? last.error.problem?.detail : undefined }
}
