import { useState } from 'react'
import { formatDollars } from '#domain/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { AdminError } from '../client/api.ts'
import { useAct } from '../client/use-act.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { methodWords, type Payout, payoutStates } from './month-words.ts'

export type PayoutAct = 'hold' | 'release' | 'fail' | 'send' | 'history'
type Asking = Exclude<PayoutAct, 'history'>

const TEXTS: Record<Asking, { title: string; submit: string; done: string; says: string }> = {
  hold: {
    title: 'Hold the payout of',
    submit: 'Hold',
    done: 'The payout is held.',
    says: 'It is not sent until it is released. The member sees why.',
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
    done: 'The payout is marked as failed, and the member gets an email.',
    says: 'It stays open in its month, is never added to another month, and holds up no later month. The member gets an email with your reason.',
  },
  send: {
    title: 'Payout sent to',
    submit: 'Mark as sent',
    done: 'The payout is marked as sent, and the member gets an email.',
    says: 'Quick Pay and check go where the member chose; anything else needs a reference.',
  },
}

/** One step of a payout. What somebody else did meanwhile is shown, and nothing is done twice. */
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
  /** As it was when the dialog opened; after a conflict, as it is now. */
  const [seen, setSeen] = useState(payout)
  const texts = TEXTS[act]
  const options = { isQuiet: true, done: texts.done } as const
  const hold = useAct('holdPayout', options)
  const release = useAct('releasePayout', options)
  const fail = useAct('failPayout', options)
  const send = useAct('sendPayout', options)
  const input = { params: { month, member_id: payout.member_id } }
  const submit = (form: FormData) => {
    const body = { reason: textOf(form, 'reason'), expected_entries: seen.entries.length }
    if (act === 'hold') return hold.mutateAsync({ ...input, body })
    if (act === 'release') return release.mutateAsync({ ...input, body })
    if (act === 'fail') return fail.mutateAsync({ ...input, body })
    return send.mutateAsync({
      ...input,
      body: {
        method: textOf(form, 'method') as 'quickpay',
        reference: textOf(form, 'reference'),
        expected_entries: seen.entries.length,
      },
    })
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${texts.title} ${payout.name}`}
      submit={texts.submit}
      onSubmit={(form) =>
        submit(form).catch((error: unknown) => {
          const now = error instanceof AdminError ? (error.problem?.payout as Payout | undefined) : undefined
          if (now) setSeen(now)
          throw error
        })
      }
    >
      {seen !== payout && (
        <Alert tone="note">
          It is now: {payoutStates[seen.state].words.toLowerCase()}
          {seen.entries.at(-1) && `, by ${seen.entries.at(-1)?.by}`}.
        </Alert>
      )}
      <p>
        {formatDollars(payout.amount)}. {texts.says}
      </p>
      {act === 'send' ? (
        <>
          <Select name="method" label="How" defaultValue={payout.method?.kind ?? 'other'}>
            {Object.entries(methodWords).map(([method, words]) => (
              <option key={method} value={method}>
                {words}
              </option>
            ))}
          </Select>
          <TextField
            name="reference"
            label="Reference"
            placeholder="Number of the check, confirmation"
            optional
            autoFocus
          />
        </>
      ) : (
        <TextField name="reason" label="Why" optional={act === 'release'} autoFocus />
      )}
    </FormDialog>
  )
}
