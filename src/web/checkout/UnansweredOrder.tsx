import { useEffect } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { keepAttempt } from './kept-attempt.ts'
import { AGAIN, isCartEmpty, isRefusal, usePlaceOrder } from './use-place-order.ts'

/** Finds out whether the order exists, for buyers who left the review page after the response was lost. */
export default function UnansweredOrder() {
  const { error, busy, placeOrder } = usePlaceOrder()
  const notThere = isCartEmpty(error)
  useEffect(() => {
    // Shows the outcome until the user leaves the page, then forgets it.
    if (notThere) return () => keepAttempt(undefined)
  }, [notThere])

  if (notThere) {
    return (
      <Alert tone="warning" className="mb-8">
        Your last order was not placed, and nothing was ordered.
      </Alert>
    )
  }
  return (
    <Alert tone="warning" className="mb-8">
      <p>Your last order was sent, but the shop’s answer did not arrive. It may have been placed.</p>
      {error && (
        <p className="font-normal">
          {isRefusal(error) ? error.message : 'There was no answer this time either.'} If it was placed, an email has
          its number.
        </p>
      )}
      <Button
        kind="secondary"
        className="mt-2 justify-self-start"
        busy={busy}
        busyText="Looking for it…"
        onClick={() => placeOrder(AGAIN)}
      >
        Look for my order
      </Button>
    </Alert>
  )
}
