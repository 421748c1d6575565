import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FoundLegs } from './downline/FoundLegs.tsx'
import { LegSearch } from './downline/LegSearch.tsx'
import { Tree } from './downline/Tree.tsx'
import { salesPaths } from './sales-paths.ts'
import { useMonthQuery } from './use-month-query.ts'

export default function DownlinePage() {
  const month = useMonthQuery()
  return (
    <AccountFrame
      title="My Downline"
      aside={
        <PageLink to={salesPaths.sales(month)} className="reach text-link">
          Back to Sales Detail
        </PageLink>
      }
    >
      {() => <Explorer />}
    </AccountFrame>
  )
}

/** The whole downline, leg by leg; search results replace the tree while a search is active. */
function Explorer() {
  const month = useMonthQuery()
  const [search] = useSearchParams()
  const of = Math.trunc(Number(search.get('of'))) || undefined
  const [sought, setSought] = useState('')
  return (
    <div className="grid grid-cols-1 gap-8">
      <LegSearch sought={sought} onSeek={setSought} />
      {sought ? (
        <FoundLegs key="found" month={month} sought={sought} onChoose={() => setSought('')} />
      ) : (
        <Tree key={of ?? 'own'} month={month} of={of} />
      )}
    </div>
  )
}
