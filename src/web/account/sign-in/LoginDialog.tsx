import { useEffect, useRef, useState } from 'react'
import { paths } from '#web/api/paths.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { SignIn, type SignInView, signInTitles } from './SignIn.tsx'

export function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [view, setView] = useState<SignInView>('login')
  const content = useRef<HTMLDivElement>(null)

  // The dialog focuses its close button by default.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different form starts at its first field
  useEffect(() => {
    if (open) content.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [open, view])

  function close() {
    onClose()
    setView('login')
  }

  return (
    <Dialog open={open} onClose={close} title={signInTitles[view]} className="max-w-narrow!">
      <div ref={content}>
        <SignIn view={view} onView={setView} onSignedIn={() => window.location.reload()} />
        <p className="mt-3 border-t border-hairline pt-5 text-muted">
          No account yet?{' '}
          <PageLink to={paths.register} onClick={close} className="tap-target font-[560] text-link text-ink">
            Register
          </PageLink>
        </p>
      </div>
    </Dialog>
  )
}
