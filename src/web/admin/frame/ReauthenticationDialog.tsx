import { useEffect, useRef, useState } from 'react'
import { TextField } from '#web/ui/fields.tsx'
import { send } from '../api/api.ts'
import { ReauthenticationCanceled, registerReauthenticationDialog } from '../api/reauthentication.ts'
import { useStaff } from '../api/session.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { textOf } from '../ui/read-form.ts'

type PendingPrompt = { resolve: () => void; reject: (error: Error) => void }

/** Prompts for the password or a code when a call requires recent re-authentication (docs/back-office §1). */
export function ReauthenticationDialog() {
  const { email } = useStaff()
  const [isOpen, setOpen] = useState(false)
  const [usesCode, setUsesCode] = useState(false)
  const pendingPrompts = useRef<PendingPrompt[]>([])

  useEffect(
    () =>
      registerReauthenticationDialog(
        () =>
          new Promise((resolve, reject) => {
            pendingPrompts.current.push({ resolve, reject })
            setOpen(true)
          }),
      ),
    [],
  )

  async function reauthenticate(form: FormData) {
    await send('proveStaff', { body: { [usesCode ? 'code' : 'password']: textOf(form, 'proof') } })
    for (const { resolve } of pendingPrompts.current.splice(0)) resolve()
  }
  function close() {
    setOpen(false)
    for (const { reject } of pendingPrompts.current.splice(0)) reject(new ReauthenticationCanceled())
  }

  return (
    <FormDialog open={isOpen} onClose={close} title="Confirm it’s you" submit="Continue" onSubmit={reauthenticate}>
      <p>Enter {usesCode ? 'a code from your app' : 'your password'} to continue. Nothing has been changed yet.</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {usesCode ? (
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
      <button type="button" className="text-link justify-self-start text-small" onClick={() => setUsesCode(!usesCode)}>
        {usesCode ? 'Use the password instead' : 'Use a code from my app instead'}
      </button>
    </FormDialog>
  )
}
