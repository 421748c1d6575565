import { useState } from 'react'
import { useParams } from 'react-router'
import { errorMessage } from '#web/api/error-message.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type LinkPageProps<Result> = {
  title: string
  /** Call that takes the link's token. */
  act: (body: { token: string }) => Promise<Result>
  intro: string
  action: string
  busyText: string
  done: (result: Result) => string
  next: { label: string; to: string }
}

/**
 * A page opened from an emailed link. Acts on a click, not on opening, because email programs open links to inspect
 * them. Its URL is a secret and must not leak to other pages.
 */
export function LinkPage<Result>({ title, act, intro, action, busyText, done, next }: LinkPageProps<Result>) {
  const { token = '' } = useParams()
  // Disabled before hydration, when a click would be lost.
  const ready = useHydrated()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()
  const [failure, setFailure] = useState<string>()

  async function actOnLink() {
    setBusy(true)
    setFailure(undefined)
    try {
      setResult(await act({ token }))
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: title }]} title={title}>
      <PageHead title={title} />
      <meta name="referrer" content="no-referrer" />
      <div className="grid max-w-narrow justify-items-start gap-5">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {result !== undefined ? (
          <>
            <Alert tone="success" ref={takeFocus}>
              {done(result)}
            </Alert>
            {/* A full load, because this page's session state may be out of date. */}
            <ButtonLink to={next.to} reloadDocument>
              {next.label}
            </ButtonLink>
          </>
        ) : (
          <>
            <p>{intro}</p>
            <Button busy={busy} busyText={busyText} disabled={!ready} onClick={actOnLink}>
              {action}
            </Button>
          </>
        )}
      </div>
    </PageFrame>
  )
}
