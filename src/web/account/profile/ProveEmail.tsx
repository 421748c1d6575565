import { useState } from 'react'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Shown in place of features that require a verified email; mails the verification link. */
export function ProveEmail({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; message: string }>()

  async function send() {
    setBusy(true)
    setNotice(undefined)
    try {
      await post('claimOrders')
      setNotice({
        tone: 'success',
        message: 'We sent you an email. Open the link in this browser, then come back.',
      })
    } catch (error) {
      setNotice({ tone: 'danger', message: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>
        First, please confirm that <strong className="font-[560] wrap-anywhere">{email}</strong> is your email address.
        You’ll need it to recover your account.
      </p>
      {notice && (
        <Alert tone={notice.tone} className="w-full">
          {notice.message}
        </Alert>
      )}
      <Button
        kind={notice?.tone === 'success' ? 'secondary' : 'primary'}
        busy={busy}
        busyText="Sending…"
        onClick={send}
      >
        {notice?.tone === 'success' ? 'Send it again' : 'Send me the link'}
      </Button>
    </div>
  )
}
