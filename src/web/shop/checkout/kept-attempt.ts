import { useSyncExternalStore } from 'react'
import { createSessionValue } from './kept-for-session.ts'
import { type Attempt, attemptsWithoutResponse } from './placement.ts'

const kept = createSessionValue('checkout-attempts')
const listeners = new Set<() => void>()

/** Current attempt of this browser session; survives reloads. */
export function loadAttempt(): Attempt | undefined {
  const text = kept.read()
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}

export function saveAttempt(attempt: Attempt | undefined): void {
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
    () => attemptsWithoutResponse(loadAttempt()).length > 0,
    () => false,
  )
