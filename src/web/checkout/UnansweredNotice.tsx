import { lazy, Suspense } from 'react'
import { useUnanswered } from './kept-attempt.ts'

/** Loaded lazily: it is rare, and it brings the order form's rules with it. */
const UnansweredOrder = lazy(() => import('./UnansweredOrder.tsx'))

/** Nothing, unless an order was sent whose answer never came. */
export function UnansweredNotice() {
  if (!useUnanswered()) return null
  return (
    <Suspense>
      <UnansweredOrder />
    </Suspense>
  )
}
