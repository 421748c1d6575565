import { failPayoutCall, holdPayoutCall, releasePayoutCall } from '#contract/compensation/admin-payouts.ts'
import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type Payout, payoutFacts } from './month-labels.ts'

export type PayoutAction = 'hold' | 'release' | 'fail' | 'send' | 'history'
type ReasonAction = Exclude<PayoutAction, 'send' | 'history'>

const CALLS = { hold: holdPayoutCall, release: releasePayoutCall, fail: failPayoutCall } as const

const TEXTS: Record<ReasonAction, { title: string; submit: string; successMessage: string; description: string }> = {
  hold: {
    title: 'Hold the payout of',
    submit: 'Hold',
    successMessage: 'Payout on hold.',
    description: 'It won’t be sent until it’s released. The member sees the reason.',
  },
  release: {
    title: 'Retry the payout of',
    submit: 'Retry',
    successMessage: 'The payout can be sent again.',
    description: 'It is sent with its month, or on its own if the month is already paid.',
  },
  fail: {
    title: 'Failed payout of',
    submit: 'Mark as failed',
    successMessage: 'Payout marked as failed. The member will get an email.',
    description:
      'It stays unpaid in the month it belongs to and doesn’t delay later months. The member gets an email with your reason.',
  },
}

/** A payout step that sends no money. Shows concurrent changes and prevents repeating a step. */
export function PayoutDialog({
  month,
  action,
  payout,
  onClose,
}: {
  month: string
  action: ReasonAction
  payout: Payout
  onClose: () => void
}) {
  const { opened, latest, sendExpected } = useExpectedVersion(payout)
  const text = TEXTS[action]
  const options = { hideErrorToast: true, successMessage: text.successMessage } as const
  const hold = useAdminMutation('holdPayout', options)
  const release = useAdminMutation('releasePayout', options)
  const fail = useAdminMutation('failPayout', options)
  const input = { params: { month, member_id: payout.member_id } }
  const mutation = { hold, release, fail }[action]
  const form = useAdminForm({
    call: CALLS[action],
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, expected_version: opened.version }),
    send: ({ reason = '' }) =>
      sendExpected((expected_version) => mutation.mutateAsync({ ...input, body: { reason, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title={`${text.title} ${payout.name}`} submit={text.submit} {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={payoutFacts} />
      <p>
        {formatDollars(payout.amount)}. {text.description}
      </p>
      <TextField {...form.field('reason')} label="Reason" optional={action === 'release'} autoFocus />
    </FormDialog>
  )
}
