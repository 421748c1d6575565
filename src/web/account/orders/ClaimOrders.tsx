import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { claimedSentence } from '#web/account/profile/claimed-message.ts'
import { post } from '#web/api/api.ts'
import { errorMessage } from '#web/api/message-of.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ordersPages } from './queries.ts'

/** Below the list: claims orders that were placed before the account existed. */
export function ClaimOrders() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'note' | 'danger'; sentence: string }>()

  async function claim() {
    setBusy(true)
    setNotice(undefined)
    try {
      const claimed = await post('claimOrders')
      if (claimed.claimed > 0) await client.invalidateQueries(ordersPages)
      const found = claimed.mailed || claimed.claimed > 0
      setNotice({ tone: found ? 'success' : 'note', sentence: claimedSentence(claimed) })
    } catch (error) {
      setNotice({ tone: 'danger', sentence: errorMessage(error) })
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
      {notice && <Alert tone={notice.tone}>{notice.sentence}</Alert>}
    </div>
  )
}
