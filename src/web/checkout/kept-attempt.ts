import { useSyncExternalStore } from 'react'
import { keptForSession } from './kept-for-session.ts'
import { type Attempt, unansweredOf } from './placement.ts'

const kept = keptForSession('checkout-attempts')
const listeners = new Set<() => void>()

/** Current attempt of this browser session; survives reloads. */
export function keptAttempt(): Attempt | undefined {
  const text = kept.read()
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}

export function keepAttempt(attempt: Attempt | undefined): void {
  if (attempt) kept.keep(JSON.stringify(attempt))
  else kept.forget()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True if an order was sent without getting a response. */
export const useUnanswered = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => unansweredOf(keptAttempt()).length > 0,
    () => false,
  )
