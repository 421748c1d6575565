import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminWriteName } from '#contract/admin-call-paths.ts'
import type { AdminInput, AdminResponse } from '#contract/admin-calls.ts'
import { showResponse } from '#web/api/show-response.ts'
import { showToast } from '../ui/toasts.tsx'
import { affectedBy } from './affected-reads.ts'
import { adminPost } from './api.ts'
import { errorMessage } from './error-messages.ts'

type MutationOptions<N extends AdminWriteName> = {
  /** Message of the success toast. */
  successMessage?: string | ((response: AdminResponse<N>) => string)
  /** Offered in the toast for ten seconds; only for actions that can be fully undone (docs/back-office §8). */
  undo?: (response: AdminResponse<N>, input: AdminInput<N>) => (() => void) | undefined
  onSuccess?: (response: AdminResponse<N>, input: AdminInput<N>) => void
  /** The query that the response answers, so that it is not asked again. */
  answers?: (response: AdminResponse<N>) => QueryKey
  /** The query of what no longer exists, which the page that is left must not ask again. */
  removes?: (input: AdminInput<N>) => QueryKey
  /** Set by dialogs that show errors themselves; otherwise errors appear in a toast. */
  hideErrorToast?: boolean
}

/** Makes the call, reports the outcome in a toast and refetches what it can have changed. */
export function useAdminMutation<N extends AdminWriteName>(
  name: N,
  { successMessage, undo, onSuccess, answers, removes, hideErrorToast = false }: MutationOptions<N> = {},
) {
  const client = useQueryClient()
  return useMutation<AdminResponse<N>, Error, AdminInput<N>>({
    // The argument is the same object; its type is a tuple only so that it can be omitted.
    mutationFn: (input) => (adminPost as (name: N, input: AdminInput<N>) => Promise<AdminResponse<N>>)(name, input),
    onSuccess(response, input) {
      const answered = answers?.(response)
      if (answered) showResponse(client, answered, response)
      const removed = removes?.(input)
      if (removed) void client.invalidateQueries({ queryKey: removed, exact: true, refetchType: 'none' })
      const kept = [answered, removed].flatMap((key) => (key ? [hashKey(key)] : []))
      const isAffected = affectedBy(name)
      void client.invalidateQueries({ predicate: (query) => !kept.includes(query.queryHash) && isAffected(query) })
      onSuccess?.(response, input)
      const message = typeof successMessage === 'function' ? successMessage(response) : successMessage
      const undoAction = undo?.(response, input)
      if (message !== undefined) showToast(message, undoAction ? { undo: undoAction } : {})
    },
    onError(error) {
      // The refusal rests on data that this page does not show yet.
      void client.invalidateQueries({ predicate: affectedBy(name) })
      const message = errorMessage(error)
      if (!hideErrorToast && message !== undefined) showToast(message, { tone: 'danger' })
    },
  })
}
