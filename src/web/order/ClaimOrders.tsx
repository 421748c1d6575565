import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Claimed } from '#contract/account.ts'
import { post } from '#web/client/api.ts'
import { ordersPages } from '#web/sign-in/queries.ts'
import { sentenceOf } from '#web/sign-in/sentence-of.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Below the list: claims orders that were placed before there was an account. */
export function ClaimOrders() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; sentence: string }>()

  async function claim() {
    setBusy(true)
    setNotice(undefined)
    try {
      const claimed = await post('claimOrders')
      if (claimed.claimed > 0) await client.invalidateQueries(ordersPages)
      setNotice({ tone: 'success', sentence: claimedSentence(claimed) })
    } catch (error) {
      setNotice({ tone: 'danger', sentence: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-10 grid max-w-prose justify-items-start gap-3">
      <p className="text-muted">Ordered before without signing in? Those orders can be added here.</p>
      <Button kind="secondary" busy={busy} busyText="Looking…" onClick={claim}>
        Find my orders
      </Button>
      {notice && <Alert tone={notice.tone}>{notice.sentence}</Alert>}
    </div>
  )
}

export function claimedSentence({ claimed, mailed }: Claimed): string {
  if (mailed) return 'We have sent you a mail. Its link proves that the address is yours and adds the orders.'
  if (claimed === 0) return 'There are no other orders with your email address.'
  return claimed === 1 ? 'One order was added.' : `${claimed} orders were added.`
}
