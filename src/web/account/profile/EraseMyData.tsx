import { type ReactNode, useState } from 'react'
import { type MyData, PasswordConfirmation } from '#contract/privacy/calls.ts'
import { openBusinessLabels } from '#contract/privacy/labels.ts'
import { send } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'

type Props = { data: MyData; onSuccess: (updatedData: MyData) => void }

/** Requests erasure of the account, or shows what blocks it and lets the user cancel the request. */
export function EraseMyData({ data, onSuccess }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const { erasure, open } = data
  const blockers = openBusinessLabels(open)
  return (
    <section aria-labelledby="erase" className="grid gap-4">
      <h2 id="erase" className="display text-title">
        Erase my account
      </h2>
      {erasure ? (
        <PendingErasure dueAt={erasure.due_at} blockers={blockers} onSuccess={onSuccess} />
      ) : (
        <>
          <p>
            We’ll erase your name, email, phone number, addresses, posts, comments and files, and you won’t be able to
            log in anymore. We keep your orders in our books without your name. You have 14 days to change your mind.
            After that, this can’t be undone.
          </p>
          <p>We don’t pay a bonus for the month your account is erased; earlier months are paid first.</p>
          {blockers.length > 0 && <Blockers title="These must be finished first:" blockers={blockers} />}
          {isConfirming ? (
            <EraseForm
              onSuccess={(updatedData) => {
                setConfirming(false)
                onSuccess(updatedData)
              }}
              onCancel={() => setConfirming(false)}
            />
          ) : (
            <Button kind="secondary" onClick={() => setConfirming(true)} className="justify-self-start">
              Erase my account
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function EraseForm({ onSuccess, onCancel }: { onSuccess: (updatedData: MyData) => void; onCancel: () => void }) {
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: PasswordConfirmation,
    call: 'eraseMyData',
    empty: { current_password: '' },
    onSuccess,
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-narrow gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        error={form.formState.errors.current_password?.message}
        {...form.register('current_password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Requesting…">
          Erase in 14 days
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function PendingErasure({
  dueAt,
  blockers,
  onSuccess,
}: {
  dueAt: string
  blockers: string[]
  onSuccess: (updatedData: MyData) => void
}) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const day = new Date(dueAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })
  async function cancelErasure() {
    setBusy(true)
    setFailure(undefined)
    try {
      onSuccess(await send('keepMyData', { body: {} }))
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Alert tone="warning">Your account will be erased after {day}.</Alert>
      {blockers.length > 0 && <Blockers title="These must be finished first:" blockers={blockers} />}
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Button kind="secondary" busy={busy} busyText="Canceling…" onClick={cancelErasure} className="justify-self-start">
        Keep my account
      </Button>
    </>
  )
}

const Blockers = ({ title, blockers }: { title: ReactNode; blockers: string[] }) => (
  <div className="grid gap-2">
    <p>{title}</p>
    <ul className="grid list-disc gap-1 pl-5">
      {blockers.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
)
