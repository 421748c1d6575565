import User from 'lucide-react/icons/user'
import { type ComponentType, type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { iconButtonClass } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

type LoginDialog = ComponentType<{ open: boolean; onClose: () => void }>

/** Account link in the header. For guests it opens the login dialog, whose forms load on demand. */
export function AccountLink() {
  const user = usePersonal('user')
  const { pathname } = useLocation()
  const [Dialog, setDialog] = useState<LoginDialog>()
  const [open, setOpen] = useState(false)
  const label = user ? 'My Account' : 'Login'

  async function openDialog(event: MouseEvent) {
    const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (user || opensElsewhere || pathname === paths.login) return
    event.preventDefault()
    setOpen(true)
    try {
      const { LoginDialog } = await import('./LoginDialog.tsx')
      setDialog(() => LoginDialog)
    } catch {
      // Falls back to the login page when the dialog's script fails to load.
      window.location.assign(paths.login)
    }
  }

  return (
    <>
      <PageLink
        to={user ? paths.account : paths.login}
        aria-label={label}
        title={label}
        onClick={openDialog}
        className={iconButtonClass()}
      >
        {open && !Dialog ? <Spinner /> : <User size={22} strokeWidth={1.6} aria-hidden />}
      </PageLink>
      {Dialog && <Dialog open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
