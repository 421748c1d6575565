import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { isByHand, type SentMethod } from '#domain/compensation/rules/payout-steps.ts'
import { formatDollars } from '#domain/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { useAct } from '../client/use-act.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { ChangedPayout } from './ChangedPayout.tsx'
import { methodWords, type Payout } from './month-words.ts'
import type { PayoutApproval } from './payout-approval.ts'
import { useSeenPayout } from './use-seen-payout.ts'

type SendPayoutProps = {
  month: string
  payout: Payout
  /** Limit for manual payouts by one person, and whether larger ones need a second person. */
  byHand: AdminAnswer<'payouts'>['by_hand']
  approval: PayoutApproval | undefined
  onClose: () => void
}

/** Records an unsent payout as sent: by the member's method, or manually; above the limit, two people are required. */
export function SendPayout({ month, payout, byHand, approval, onClose }: SendPayoutProps) {
  const { seen, watch } = useSeenPayout(payout)
  const [method, setMethod] = useState<SentMethod>(approval?.method ?? payout.method?.kind ?? 'other')
  const isHanded = isByHand(method)
  const isAbove = isHanded && payout.amount > byHand.alone
  const approved = approval?.state === 'approved' ? approval : undefined
  const takesTwo = isAbove && byHand.takes_two && !(approved && method === approved.method)
  const send = useAct('sendPayout', {
    isQuiet: true,
    done: ({ approval_id }) =>
      approval_id === null
        ? 'The payout is marked as sent, and the member gets an email.'
        : 'It waits for a second person. Nothing is booked, and no money is sent yet.',
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${takesTwo ? 'Payout to' : 'Payout sent to'} ${payout.name}`}
      submit={takesTwo ? 'Propose the payout' : 'Mark as sent'}
      onSubmit={(form) =>
        watch(
          send.mutateAsync({
            params: { month, member_id: payout.member_id },
            body: {
              method,
              reference: textOf(form, 'reference'),
              ...(isHanded && { reason: textOf(form, 'reason') }),
              expected_entries: seen.entries.length,
            },
          }),
        )
      }
    >
      <ChangedPayout payout={payout} seen={seen} />
      <p>
        {formatDollars(payout.amount)}. Quick Pay and check go where the member chose; anything else needs a reference.
      </p>
      <Select
        name="method"
        label="How"
        value={method}
        onChange={(event) => setMethod(event.currentTarget.value as SentMethod)}
      >
        {Object.entries(methodWords).map(([method, words]) => (
          <option key={method} value={method}>
            {words}
          </option>
        ))}
      </Select>
      <TextField
        name="reference"
        label="Reference"
        placeholder={isHanded ? 'Who it is handed to, and how' : 'Number of the check, confirmation'}
        defaultValue={approval?.reference}
        optional={!isHanded}
        autoFocus
      />
      {isHanded && <TextField name="reason" label="Why" defaultValue={approval?.reason} optional={!isAbove} />}
      {takesTwo && (
        <Alert tone="warning">
          {`One person can send ${formatDollars(byHand.alone)} more by hand this month. This waits for a second person: nothing is booked now. Send the money when it is approved, then mark it as sent.`}
        </Alert>
      )}
      {approved && method === approved.method && (
        <Alert tone="success">
          {`Approved by ${approved.decided_by ?? 'somebody else'}. Another reference or reason waits anew.`}
        </Alert>
      )}
    </FormDialog>
  )
}
