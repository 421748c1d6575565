import { type SubmitEvent, useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useParams } from 'react-router'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { setStaffPasswordCall } from '#contract/identity/staff.ts'
import { PasswordFields } from '#web/account/sign-in/PasswordFields.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CodeTools } from '#web/ui/CodeTools.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { send } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { AuthenticatorKey } from '../ui/AuthenticatorKey.tsx'

/** Sets password, authenticator app and recovery codes from a single-use link. */
export default function SetPasswordPage() {
  const { token = '' } = useParams()
  const [link, setLink] = useState<AdminResponse<'openStaffLink'>>()
  const [failure, setFailure] = useState<unknown>()
  const [saved, setSaved] = useState<AdminResponse<'setStaffPassword'>>()
  const form = useAdminForm({
    call: setStaffPasswordCall,
    fields: { password: '', confirmation: '', code: '' },
    body: (fields) => ({ ...fields, token }),
    send: async (body) => setSaved(await send('setStaffPassword', { body })),
  })

  useEffect(() => {
    send('openStaffLink', { body: { token } }).then(setLink, setFailure)
  }, [token])

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(undefined)
    try {
      await form.dialog.onSubmit()
    } catch (error) {
      setFailure(error)
    }
  }

  const { errors, isSubmitting } = form.formState
  return (
    <section className="grid gap-5">
      <title>Set your password – Back office</title>
      <meta name="referrer" content="no-referrer" />
      <h1 className="display text-title">Set your password</h1>
      {failure !== undefined && <Alert tone="danger">{errorMessage(failure)}</Alert>}
      {failure !== undefined && !link && (
        <>
          <p>Ask an owner of the shop for a new link. If you have set your password already, sign in with it.</p>
          <a href={adminPaths.login} className="text-link justify-self-start">
            Sign in to the back office
          </a>
        </>
      )}
      {saved ? (
        <PasswordSaved codes={saved.recovery_codes} isSignedIn={saved.signed_in} email={link?.email ?? ''} />
      ) : (
        link && (
          <form noValidate method="post" onSubmit={save} className="grid gap-4">
            <p className="wrap-anywhere">
              For <strong>{link.email}</strong>.
            </p>
            <input type="hidden" name="username" autoComplete="username" value={link.email} />
            <PasswordFields
              password={{ hint: undefined, error: errors.password?.message, ...form.register('password') }}
              confirmation={{
                label: 'Confirm password',
                error: errors.confirmation?.message,
                ...form.register('confirmation'),
              }}
            />
            {link.set_up && (
              <TwoStepSetup
                setUp={link.set_up}
                required={link.required}
                error={errors.code?.message}
                code={form.register('code')}
              />
            )}
            <Button type="submit" busy={isSubmitting} busyText="Saving…" className="mt-1">
              Save
            </Button>
          </form>
        )
      )}
    </section>
  )
}

type TwoStepSetupProps = {
  setUp: NonNullable<AdminResponse<'openStaffLink'>['set_up']>
  required: boolean
  error: string | undefined
  code: UseFormRegisterReturn
}

function TwoStepSetup({ setUp: { qr, secret }, required, error, code }: TwoStepSetupProps) {
  return (
    <div className="grid gap-3">
      <h2 className="display text-title">Two-step sign-in</h2>
      <p>Scan the QR code with your authenticator app or type the key, then enter the code it shows.</p>
      <AuthenticatorKey qr={qr} secret={secret} />
      <TextField
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        optional={!required}
        error={error}
        {...code}
      />
    </div>
  )
}

type PasswordSavedProps = { codes: readonly string[] | null; isSignedIn: boolean; email: string }

function PasswordSaved({ codes, isSignedIn, email }: PasswordSavedProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <Alert tone="success" className="w-full print:hidden">
        Password saved.
      </Alert>
      {codes && (
        <>
          <p>
            Save these recovery codes somewhere safe. Use each one once instead of a code from the app. They won’t be
            shown again.
          </p>
          <ul
            aria-label="Recovery codes"
            className="figures grid w-full grid-cols-2 gap-x-8 gap-y-2.5 rounded-card border border-hairline bg-raised px-6 py-5 font-[560] tracking-wider"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CodeTools codes={codes} email={email} />
        </>
      )}
      <a href={isSignedIn ? adminPaths.setup : adminPaths.login} className={buttonClass('primary', 'print:hidden')}>
        {isSignedIn ? 'Continue setup' : 'Sign in'}
      </a>
    </div>
  )
}
