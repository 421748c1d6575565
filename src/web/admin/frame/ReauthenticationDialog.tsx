import { useEffect, useRef, useState } from 'react'
import { TextField } from '#web/ui/fields.tsx'
import { send } from '../api/api.ts'
import { ReauthenticationCanceled, registerReauthenticationDialog } from '../api/reauthentication.ts'
import { useStaff } from '../api/session.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'

type Waiting = { proven: () => void; givenUp: (error: Error) => void }

/** Prompts for the password or a code when a call requires recent re-authentication (docs/back-office §1). */
export function ProofDialog() {
  const { email } = useStaff()
  const [isOpen, setOpen] = useState(false)
  const [withCode, setWithCode] = useState(false)
  const waiting = useRef<Waiting[]>([])

  useEffect(
    () =>
      registerReauthenticationDialog(
        () =>
          new Promise((proven, givenUp) => {
            waiting.current.push({ proven, givenUp })
            setOpen(true)
          }),
      ),
    [],
  )

  async function prove(form: FormData) {
    await send('proveStaff', { body: { [withCode ? 'code' : 'password']: textOf(form, 'proof') } })
    for (const { proven } of waiting.current.splice(0)) proven()
  }
  function close() {
    setOpen(false)
    for (const { givenUp } of waiting.current.splice(0)) givenUp(new ReauthenticationCanceled())
  }

  return (
    <FormDialog open={isOpen} onClose={close} title="Confirm it’s you" submit="Continue" onSubmit={prove}>
      <p>Enter {withCode ? 'a code from your app' : 'your password'} to continue. Nothing has been changed yet.</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {withCode ? (
        <TextField key="code" label="Code" name="proof" autoComplete="one-time-code" inputMode="numeric" autoFocus />
      ) : (
        <TextField
          key="password"
          label="Password"
          name="proof"
          type="password"
          autoComplete="current-password"
          autoFocus
        />
      )}
      <button type="button" className="text-link justify-self-start text-small" onClick={() => setWithCode(!withCode)}>
        {withCode ? 'Use the password instead' : 'Use a code from my app instead'}
      </button>
    </FormDialog>
  )
}
