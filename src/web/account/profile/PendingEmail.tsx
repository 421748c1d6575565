import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { showResponse } from '#web/api/show-response.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

type PendingEmailProps = { email: string; current: string; onCanceled: () => void }

/** Shows the new email that awaits confirmation, with buttons to resend or cancel. */
export function PendingEmail({ email, current, onCanceled }: PendingEmailProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'resend' | 'cancel'>()
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; message: string }>()

  async function submit(action: 'resend' | 'cancel', call: 'resendEmailChange' | 'cancelEmailChange') {
    setBusy(action)
    setNotice(undefined)
    try {
      const user = await post(call)
      if (action === 'resend') setNotice({ tone: 'success', message: 'We sent another email.' })
      else onCanceled()
      showResponse(client, userQuery().queryKey, user)
    } catch (error) {
      setNotice({ tone: 'danger', message: errorMessage(error) })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section aria-labelledby="awaited-email" className="grid gap-3 rounded-card bg-sunken p-5">
      <h2 id="awaited-email" className="font-[560]">
        Confirm your new email
      </h2>
      <p className="text-pretty wrap-anywhere">
        We sent an email to <strong className="font-[560]">{email}</strong>. Open the link within 24 hours and enter
        your password. Until then, your account keeps {current}.
      </p>
      {notice && <Alert tone={notice.tone}>{notice.message}</Alert>}
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <Button
          kind="secondary"
          busy={busy === 'resend'}
          busyText="Sending…"
          disabled={busy === 'cancel'}
          onClick={() => submit('resend', 'resendEmailChange')}
        >
          Send it again
        </Button>
        <Button
          kind="quiet"
          busy={busy === 'cancel'}
          busyText="Canceling…"
          disabled={busy === 'resend'}
          onClick={() => submit('cancel', 'cancelEmailChange')}
        >
          Keep current email
        </Button>
      </div>
    </section>
  )
}
