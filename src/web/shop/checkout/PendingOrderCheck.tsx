import { useEffect } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { saveAttempt } from './stored-attempt.ts'
import { isCartEmpty, isRefusal, RETRY, usePlaceOrder } from './use-place-order.ts'

/** Finds out whether the order exists, for buyers who left the review page after the response was lost. */
export default function PendingOrderCheck() {
  const { error, busy, placeOrder } = usePlaceOrder()
  const isMissing = isCartEmpty(error)
  useEffect(() => {
    // Shows the outcome until the user leaves the page, then forgets it.
    if (isMissing) return () => saveAttempt(undefined)
  }, [isMissing])

  if (isMissing) {
    return (
      <Alert tone="warning" className="mb-8">
        Your last order didn’t go through. Nothing was ordered.
      </Alert>
    )
  }
  return (
    <Alert tone="warning" className="mb-8">
      <p>We lost the connection while placing your last order. It may have gone through.</p>
      {error && (
        <p className="font-normal">
          {isRefusal(error) ? error.message : 'We still can’t connect.'} If it went through, the order number is in your
          email.
        </p>
      )}
      <Button
        kind="secondary"
        className="mt-2 justify-self-start"
        busy={busy}
        busyText="Checking…"
        onClick={() => placeOrder(RETRY)}
      >
        Check my order
      </Button>
    </Alert>
  )
}
