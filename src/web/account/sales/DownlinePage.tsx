import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { LegSearch } from './downline/LegSearch.tsx'
import { LegSearchResults } from './downline/LegSearchResults.tsx'
import { Tree } from './downline/Tree.tsx'
import { salesPaths } from './sales-paths.ts'
import { useMonthQuery } from './use-month-query.ts'

export default function DownlinePage() {
  const month = useMonthQuery()
  return (
    <AccountFrame
      title="My Downline"
      aside={
        <PageLink to={salesPaths.sales(month)} className="tap-target text-link">
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
  const memberId = Math.trunc(Number(search.get('of'))) || undefined
  const [searchTerm, setSearchTerm] = useState('')
  return (
    <div className="grid grid-cols-1 gap-8">
      <LegSearch searchTerm={searchTerm} onSearch={setSearchTerm} />
      {searchTerm ? (
        <LegSearchResults key="found" month={month} searchTerm={searchTerm} onSelect={() => setSearchTerm('')} />
      ) : (
        <Tree key={memberId ?? 'own'} month={month} memberId={memberId} />
      )}
    </div>
  )
}
