import { formatDollars } from '#domain/money/money.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'
import { ChangedPayout } from './PayoutConflict.tsx'
import type { Payout } from './month-labels.ts'
import { useExpectedPayout } from './use-expected-payout.ts'

export type PayoutAct = 'hold' | 'release' | 'fail' | 'send' | 'history'
type Asking = Exclude<PayoutAct, 'send' | 'history'>

const TEXTS: Record<Asking, { title: string; submit: string; done: string; says: string }> = {
  hold: {
    title: 'Hold the payout of',
    submit: 'Hold',
    done: 'Payout on hold.',
    says: 'It won’t be sent until it’s released. The member sees the reason.',
  },
  release: {
    title: 'Retry the payout of',
    submit: 'Retry',
    done: 'The payout can be sent again.',
    says: 'It is sent with its month, or on its own if the month is already paid.',
  },
  fail: {
    title: 'Failed payout of',
    submit: 'Mark as failed',
    done: 'Payout marked as failed. The member will get an email.',
    says: 'It stays open in its month and doesn’t delay later months. The member gets an email with your reason.',
  },
}

/** A payout step that sends no money. Shows concurrent changes and prevents repeating a step. */
export function PayoutDialog({
  month,
  act,
  payout,
  onClose,
}: {
  month: string
  act: Asking
  payout: Payout
  onClose: () => void
}) {
  const { seen, watch } = useExpectedPayout(payout)
  const texts = TEXTS[act]
  const options = { isQuiet: true, done: texts.done } as const
  const hold = useAdminMutation('holdPayout', options)
  const release = useAdminMutation('releasePayout', options)
  const fail = useAdminMutation('failPayout', options)
  const input = { params: { month, member_id: payout.member_id } }
  const submit = (form: FormData) => {
    const body = { reason: textOf(form, 'reason'), expected_entries: seen.entries.length }
    if (act === 'hold') return hold.mutateAsync({ ...input, body })
    if (act === 'release') return release.mutateAsync({ ...input, body })
    return fail.mutateAsync({ ...input, body })
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${texts.title} ${payout.name}`}
      submit={texts.submit}
      onSubmit={(form) => watch(submit(form))}
    >
      <ChangedPayout payout={payout} seen={seen} />
      <p>
        {formatDollars(payout.amount)}. {texts.says}
      </p>
      <TextField name="reason" label="Reason" optional={act === 'release'} autoFocus />
    </FormDialog>
  )
}
