import { useSyncExternalStore } from 'react'
import { keptForSession } from './kept-for-session.ts'
import type { Attempt } from './placement.ts'

const kept = keptForSession('checkout-attempt')
const listeners = new Set<() => void>()

/** The attempt under way in this browser session, over reloads too. */
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

/** Whether an order was sent and nothing came back. */
export const useUnanswered = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => keptAttempt()?.unanswered ?? false,
    () => false,
  )
