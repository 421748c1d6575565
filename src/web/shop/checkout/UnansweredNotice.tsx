import { lazy, Suspense } from 'react'
import { useUnanswered } from './kept-attempt.ts'

/** Loaded lazily: it is rarely needed, and it pulls in the validation of the order form. */
const PendingOrderCheck = lazy(() => import('./UnansweredOrder.tsx'))

/** Renders nothing unless an order was sent without getting a response. */
export function UnansweredNotice() {
  if (!useUnanswered()) return null
  return (
    <Suspense>
      <PendingOrderCheck />
    </Suspense>
  )
}
