import { createContext, useState } from 'react'

/** Asks whether unsaved input may be discarded, then proceeds. */
type Ask = (proceed: () => void) => void

/** Unsaved input in a dialog: each `UnsavedGuard` inside adds its question. */
export type UnsavedScope = {
  questions: Set<Ask>
  /** Closes immediately, or after the question when input would be lost. */
  attempt: (close: () => void) => void
}

export const UnsavedScopeContext = createContext<UnsavedScope | null>(null)

export function useUnsavedScope(): UnsavedScope {
  const [scope] = useState(() => {
    const questions = new Set<Ask>()
    const attempt = (close: () => void) => {
      const [ask] = questions
      if (ask) ask(close)
      else close()
    }
    return { questions, attempt }
  })
  return scope
}
