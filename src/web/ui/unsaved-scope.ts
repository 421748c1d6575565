import { createContext, useState } from 'react'

/** Asks whether what was entered may be lost, and then goes on. */
type Ask = (proceed: () => void) => void

/** The unsaved entries of a dialog: each `UnsavedGuard` in it adds its question. */
export type UnsavedScope = {
  questions: Set<Ask>
  /** Closes at once, or after the question when something would be lost. */
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
