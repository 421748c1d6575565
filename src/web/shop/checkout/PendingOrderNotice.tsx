import { lazy, Suspense } from 'react'
import { useHasPendingOrder } from './stored-attempt.ts'

/** Loaded lazily: it is rarely needed, and it pulls in the validation of the order form. */
const PendingOrderCheck = lazy(() => import('./PendingOrderCheck.tsx'))

/** Renders nothing unless an order was sent without getting a response. */
export function PendingOrderNotice() {
  if (!useHasPendingOrder()) return null
  return (
    <Suspense>
      <PendingOrderCheck />
    </Suspense>
  )
}
