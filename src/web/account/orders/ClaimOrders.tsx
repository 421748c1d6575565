import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { claimResultMessage } from '#web/account/profile/claim-result-message.ts'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ordersPages } from './queries.ts'

/** Below the list: claims orders that were placed before the account existed. */
export function ClaimOrders() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'note' | 'danger'; message: string }>()

  async function claim() {
    setBusy(true)
    setNotice(undefined)
    try {
      const result = await post('claimOrders')
      if (result.claimed > 0) await client.invalidateQueries(ordersPages)
      const hasOrders = result.mailed || result.claimed > 0
      setNotice({ tone: hasOrders ? 'success' : 'note', message: claimResultMessage(result) })
    } catch (error) {
      setNotice({ tone: 'danger', message: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-10 grid max-w-prose justify-items-start gap-3">
      <p className="text-muted">Ordered as a guest? Add those orders to your account.</p>
      <Button kind="secondary" busy={busy} busyText="Looking…" onClick={claim}>
        Find my orders
      </Button>
      {notice && <Alert tone={notice.tone}>{notice.message}</Alert>}
    </div>
  )
}
