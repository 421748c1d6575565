import { useState } from 'react'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { usePublicUrl } from '#web/api/hydration.ts'
import { Button } from '#web/ui/Button.tsx'
import { salesPaths } from './sales-paths.ts'

/** Link by which new members join the member's direct line and guests' orders are credited to the member. */
export function Referral({ detail }: { detail: Pick<SalesDetail, 'member_no' | 'referral_code'> }) {
  const link = usePublicUrl() + salesPaths.referral(detail.referral_code)
  const [notice, setNotice] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      setNotice('Copied.')
    } catch {
      // Browsers offer no clipboard on pages loaded over plain HTTP.
      setNotice('Your browser doesn’t allow copying. Please select the link and copy it.')
    }
  }

  return (
    <section
      aria-labelledby="referral"
      className="grid gap-x-10 gap-y-4 rounded-card bg-sunken p-5 sm:grid-cols-[1fr_auto] sm:items-center sm:px-7"
    >
      <div className="min-w-0">
        <h2 id="referral" className="font-[560]">
          Your referral link
        </h2>
        <p className="break-all select-all">{link}</p>
        <p className="figures pt-1 text-note text-muted">
          Member number {detail.member_no} · Referral code {detail.referral_code}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 sm:justify-end">
        <Button kind="secondary" onClick={copy}>
          Copy link
        </Button>
        <p role="status" className="text-note text-muted empty:hidden sm:max-w-40">
          {notice}
        </p>
      </div>
    </section>
  )
}
