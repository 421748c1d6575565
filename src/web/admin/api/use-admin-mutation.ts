import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminAnswer, AdminInput } from '#contract/admin-calls.ts'
import type { AdminWriteName } from '#contract/admin-paths.ts'
import { say } from '../ui/toasts.tsx'
import { adminPost } from './api.ts'
import { errorMessage } from './error-messages.ts'

type ActOptions<N extends AdminWriteName> = {
  /** Message of the success toast. */
  done?: string | ((answer: AdminAnswer<N>) => string)
  /** Offered in the toast for ten seconds; only for actions that can be fully undone (docs/back-office §8). */
  undo?: (answer: AdminAnswer<N>, input: AdminInput<N>) => (() => void) | undefined
  onDone?: (answer: AdminAnswer<N>, input: AdminInput<N>) => void
  /** Set by dialogs that show errors themselves; otherwise errors appear in a toast. */
  isQuiet?: boolean
}

/** Makes the call, reports the outcome in a toast and refetches everything on the page. */
export function useAdminMutation<N extends AdminWriteName>(
  name: N,
  { done, undo, onDone, isQuiet = false }: ActOptions<N> = {},
) {
  const client = useQueryClient()
  return useMutation<AdminAnswer<N>, Error, AdminInput<N>>({
    // The argument is the same object; its type is a tuple only so that it can be omitted.
    mutationFn: (input) => (adminPost as (name: N, input: AdminInput<N>) => Promise<AdminAnswer<N>>)(name, input),
    onSuccess(answer, input) {
      void client.invalidateQueries()
      onDone?.(answer, input)
      const sentence = typeof done === 'function' ? done(answer) : done
      const undoing = undo?.(answer, input)
      if (sentence !== undefined) say(sentence, undoing ? { undo: undoing } : {})
    },
    onError(error) {
      // The refusal rests on data that this page does not show yet.
      void client.invalidateQueries()
      const sentence = errorMessage(error)
      if (!isQuiet && sentence !== undefined) say(sentence, { tone: 'danger' })
    },
  })
}
