import { useState } from 'react'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { paths } from '#web/api/paths.ts'
import { Button } from '#web/ui/Button.tsx'

/** Clears the checkout form, which must not be visible to the next person at this browser. */
function clearSessionStorage() {
  try {
    window.sessionStorage.clear()
  } catch {
    // The browser refuses storage, so there is nothing in it.
  }
}

export function LogoutButton({ className }: { className?: string }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function logOut() {
    setBusy(true)
    setFailure(undefined)
    try {
      await post('logout')
      clearSessionStorage()
      // Busy until the user leaves the page, which still shows the old session.
      window.location.assign(paths.home)
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }

  return (
    <span className={className}>
      <Button kind="quiet" busy={busy} busyText="Logging out…" onClick={logOut}>
        Logout
      </Button>
      {failure && (
        <span role="alert" className="block text-note font-[520] text-danger">
          {failure}
        </span>
      )}
    </span>
  )
}
