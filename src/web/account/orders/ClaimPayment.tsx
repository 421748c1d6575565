import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CLAIM_NOTE_LIMIT } from '#contract/base/limits.ts'
import type { Body } from '#contract/calls.ts'
import type { Order } from '#contract/orders/calls.ts'
import { claimMethods, paymentNames } from '#contract/orders/labels.ts'
import { callUrl, post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { showResponse } from '#web/api/show-response.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Select, TextArea } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useFormChanges } from '#web/ui/use-form-changes.ts'
import { guestOrderQuery, orderQuery } from './queries.ts'

type Claim = Pick<Body<'claimPayment'>, 'method' | 'note'>

type ClaimFormProps = {
  order: Order
  /** Target of the form without scripts. */
  url: string
  /** Key from a guest's link. */
  linkKey?: string
  send: (claim: Claim) => Promise<Order>
  onClaimed: (order: Order) => void
}

/** The form behind “I’ve sent payment”, collapsed until it is opened (docs/back-office §3). */
function ClaimForm({ order, url, linkKey, send, onClaimed }: ClaimFormProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const alert = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { isChanged, handlers } = useFormChanges(form)
  useEffect(() => {
    if (failure !== undefined) alert.current?.focus()
  }, [failure])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    setFailure(undefined)
    try {
      onClaimed(await send({ method: fields.get('method') as Claim['method'], note: String(fields.get('note')) }))
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }

  return (
    <details className="group border-t border-hairline pt-4 print:hidden">
      <summary
        className={buttonClass('secondary', 'w-full list-none group-open:hidden [&::-webkit-details-marker]:hidden')}
      >
        I’ve sent payment
      </summary>
      <form ref={form} method="post" action={url} onSubmit={submit} {...handlers} className="grid gap-4">
        <UnsavedGuard when={isChanged && !busy} isKeptInPage />
        <CsrfField />
        {linkKey !== undefined && <input type="hidden" name="key" value={linkKey} />}
        <Select label="How did you pay?" name="method" defaultValue={order.payment.payment_type}>
          {claimMethods.map((method) => (
            <option key={method} value={method}>
              {paymentNames[method]}
            </option>
          ))}
        </Select>
        <TextArea
          label="Details that help us find it"
          optional
          hint="Such as the date and the name on the account."
          name="note"
          rows={3}
          maxLength={CLAIM_NOTE_LIMIT}
        />
        {failure !== undefined && (
          <Alert tone="danger" ref={alert}>
            {failure}
          </Alert>
        )}
        <Button type="submit" busy={busy} busyText="Sending…" className="w-full">
          Tell us you’ve paid
        </Button>
      </form>
    </details>
  )
}

/** For an order in the account. */
export function ClaimAccountPayment({ order }: { order: Order }) {
  const client = useQueryClient()
  const params = { order_id: order.id }
  return (
    <ClaimForm
      order={order}
      url={callUrl('claimPayment', { params })}
      send={(body) => post('claimPayment', { params, body })}
      onClaimed={(updated) => showResponse(client, orderQuery(order.id).queryKey, updated)}
    />
  )
}

/** For an order opened through a guest's link. */
export function ClaimGuestPayment({ order, linkKey }: { order: Order; linkKey: string }) {
  const client = useQueryClient()
  const params = { order_id: order.id }
  return (
    <ClaimForm
      order={order}
      url={callUrl('claimGuestPayment', { params })}
      linkKey={linkKey}
      send={(claim) => post('claimGuestPayment', { params, body: { ...claim, key: linkKey } })}
      onClaimed={(updated) => showResponse(client, guestOrderQuery(order.id, linkKey).queryKey, updated)}
    />
  )
}
