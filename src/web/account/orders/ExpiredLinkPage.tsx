import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { pageMessages } from '#contract/base/page-messages.ts'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'

/** Shown for a guest's expired link: mails a new one to the order's email. */
export function ExpiredLinkPage() {
  const { order_id } = useParams()
  const [search] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ tone: 'success' | 'danger'; text: string }>()

  async function requestLink() {
    setBusy(true)
    try {
      const body = { key: search.get('key') ?? '' }
      const { message } = await post('renewGuestLink', { params: { order_id: Number(order_id) }, body })
      setResult({ tone: 'success', text: message })
    } catch (error) {
      setResult({ tone: 'danger', text: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  const title = `Order ${order_id}`
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: title }]} title={title}>
      <PageHead title={title} />
      <meta name="referrer" content="no-referrer" />
      <div className="grid max-w-narrow justify-items-start gap-5">
        {result && (
          <Alert tone={result.tone} ref={takeFocus}>
            {result.text}
          </Alert>
        )}
        {result?.tone !== 'success' && (
          <>
            <p>{pageMessages.guestLinkExpired} We can email a new link to the address the order was placed with.</p>
            <Button busy={busy} busyText="Requesting…" onClick={requestLink}>
              Email me a new link
            </Button>
          </>
        )}
      </div>
    </PageFrame>
  )
}
