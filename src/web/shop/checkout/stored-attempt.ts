import { useSyncExternalStore } from 'react'
import { type Attempt, attemptsWithoutResponse } from './placement.ts'
import { createSessionValue } from './session-value.ts'

const sessionValue = createSessionValue('checkout-attempts')
const listeners = new Set<() => void>()

/** Current attempt of this browser session; survives reloads. */
export function loadAttempt(): Attempt | undefined {
  const text = sessionValue.read()
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}

export function saveAttempt(attempt: Attempt | undefined): void {
  if (attempt) sessionValue.write(JSON.stringify(attempt))
  else sessionValue.clear()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True if an order was sent without getting a response. */
export const useHasPendingOrder = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => attemptsWithoutResponse(loadAttempt()).length > 0,
    () => false,
  )
