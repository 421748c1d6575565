import { useEffect, useRef, useState } from 'react'
import { proveStaffCall } from '#contract/identity/staff.ts'
import { TextField } from '#web/ui/fields.tsx'
import { send } from '../api/api.ts'
import { ReauthenticationCanceled, registerReauthenticationDialog } from '../api/reauthentication.ts'
import { useStaff } from '../api/session.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { FormDialog } from '../ui/FormDialog.tsx'

type PendingPrompt = { resolve: () => void; reject: (error: Error) => void }

/** Prompts for the password or a code when a call requires recent re-authentication (docs/back-office §1). */
export function ReauthenticationDialog() {
  const [isOpen, setOpen] = useState(false)
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

  function succeed() {
    for (const { resolve } of pendingPrompts.current.splice(0)) resolve()
  }
  function close() {
    setOpen(false)
    for (const { reject } of pendingPrompts.current.splice(0)) reject(new ReauthenticationCanceled())
  }

  return isOpen && <ProofDialog onSuccess={succeed} onClose={close} />
}

function ProofDialog({ onSuccess, onClose }: { onSuccess: () => void; onClose: () => void }) {
  const { email } = useStaff()
  const [usesCode, setUsesCode] = useState(false)
  const form = useAdminForm({
    call: proveStaffCall,
    fields: { password: '', code: '' },
    body: ({ password, code }) => (usesCode ? { code } : { password }),
    async send(body) {
      await send('proveStaff', { body })
      onSuccess()
    },
  })
  return (
    <FormDialog open onClose={onClose} title="Confirm it’s you" submit="Continue" {...form.dialog}>
      <p>Enter {usesCode ? 'a code from your app' : 'your password'} to continue. Nothing has been changed yet.</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {usesCode ? (
        <TextField
          key="code"
          label="Code"
          {...form.field('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
      ) : (
        <TextField
          key="password"
          label="Password"
          {...form.field('password')}
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
