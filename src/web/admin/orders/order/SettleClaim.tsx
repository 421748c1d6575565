import { useState } from 'react'
import { calendarDay, paymentNames } from '#contract/order-words.ts'
import { momentOf } from '../../ui/Ago.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { textOf } from '../../ui/read-form.ts'
import type { DialogProps } from './dialog-props.ts'
import { useOrderAct } from './use-order-act.ts'

/** The customer says that it is paid, and no payment was found. */
export function SettleClaim({ file: { order, claims, due }, onClose }: DialogProps) {
  const settle = useOrderAct('settleClaim', { done: 'Settled. The order falls due as before.', isQuiet: true })
  const open = claims.find(({ ended_at }) => ended_at === null)
  const [seenId] = useState(open?.id)
  const claim = open?.id === seenId ? open : undefined
  return (
    <FormDialog
      open
      onClose={onClose}
      title="No payment was found"
      submit="Settle it"
      onSubmit={(form) =>
        settle.mutateAsync({
          params: { order_id: order.id },
          body: { reason: textOf(form, 'reason'), claim_id: seenId },
        })
      }
    >
      {claim ? (
        <p>
          {`Said on ${momentOf(claim.claimed_at)}, ${paymentNames[claim.method]}${claim.note === '' ? '' : `: “${claim.note}”`}.`}{' '}
          {due.due_on === null
            ? 'The order waits for its payment again.'
            : `The order is due on ${calendarDay(due.due_on)} again, is reminded of, and is canceled when that is over.`}
        </p>
      ) : (
        <p>Somebody has settled it meanwhile.</p>
      )}
      <TextField label="What you found" name="reason" autoFocus />
    </FormDialog>
  )
}
