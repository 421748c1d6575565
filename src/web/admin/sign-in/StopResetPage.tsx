import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { send } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { formatDateTime } from '../ui/TimeAgo.tsx'

/** Stops a password reset from a link in an email. Requires a click, so that link scanners cannot trigger it. */
export default function StopResetPage() {
  const { token = '' } = useParams()
  const [reset, setReset] = useState<AdminResponse<'openResetLink'>>()
  const [failure, setFailure] = useState<unknown>()
  const [state, setState] = useState<'idle' | 'busy' | 'stopped'>('idle')

  useEffect(() => {
    send('openResetLink', { body: { token } }).then(setReset, setFailure)
  }, [token])

  async function stop() {
    setState('busy')
    setFailure(undefined)
    try {
      await send('stopResetByLink', { body: { token } })
      setState('stopped')
    } catch (error) {
      setFailure(error)
      setState('idle')
    }
  }

  return (
    <section className="grid gap-5">
      <title>Stop a reset – Back office</title>
      <meta name="referrer" content="no-referrer" />
      <h1 className="display text-title">Stop a reset</h1>
      {failure !== undefined && <Alert tone="danger">{errorMessage(failure)}</Alert>}
      {failure !== undefined && !reset && <p>Sign in to see the resets that can still be stopped, under Approvals.</p>}
      {state === 'stopped' && (
        <>
          <Alert tone="success">Reset stopped. Nothing was changed.</Alert>
          <p>If you didn’t expect it, ask the person who requested it and check the audit log.</p>
        </>
      )}
      {reset && state !== 'stopped' && (
        <>
          <p className="wrap-anywhere">
            {reset.requested_by} requested a reset of the {reset.kind === 'password' ? 'password' : 'two-step sign-in'}{' '}
            of <strong>{reset.email}</strong>. It takes effect on {formatDateTime(reset.effective_at)} unless someone
            stops it.
          </p>
          <Button busy={state === 'busy'} busyText="Stopping…" onClick={stop}>
            Stop the reset
          </Button>
        </>
      )}
      <a href={adminPaths.login} className="text-link justify-self-start">
        Sign in to the back office
      </a>
    </section>
  )
}
