import type { ReactNode } from 'react'
import type { Leg } from '#contract/compensation/sales.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Gem } from '../Gem.tsx'
import { Status } from '../Status.tsx'
import { type MonthQuery, salesPaths } from '../sales-paths.ts'

type LegRowProps = {
  leg: Leg
  month: MonthQuery
  /** Button before the name that expands the leg. */
  opener?: ReactNode
  onSelect?: () => void
  /** Location of a search result, as text. */
  note?: string
}

/** A member of the downline with the leg's figures; the name links to the member's own legs. */
export const LegRow = ({ leg, month, opener, onSelect, note }: LegRowProps) => (
  <div className="flex items-start gap-1 py-2 max-sm:flex-wrap">
    {opener}
    <Gem level={leg.sales_level} className="mt-1.5 mr-2 size-6" />
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-6 sm:grid-cols-[minmax(0,1fr)_auto_5.5rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 break-words">
          <PageLink
            to={salesPaths.downline({ ...month, of: leg.id })}
            onClick={onSelect}
            className="tap-target min-w-0 text-link"
          >
            {leg.name}
          </PageLink>
          <span className="figures text-note text-muted">{leg.member_no}</span>
        </p>
        <p className="text-note text-muted">{[leg.level_name, downlineLabel(leg), note].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 sm:contents">
        <p className="flex flex-wrap items-baseline gap-x-2 sm:block sm:text-right">
          <span className="sm:whitespace-nowrap">
            <Pv points={leg.group_pv} /> <span className="text-note text-muted">group</span>
          </span>
          <span className="block text-note text-muted sm:whitespace-nowrap">
            <Pv points={leg.personal_pv} /> personal
          </span>
        </p>
        <p className="text-note sm:pt-0.5">
          <Status status={leg.status} />
        </p>
      </div>
    </div>
  </div>
)

const downlineLabel = ({ downline }: Leg): string =>
  downline === 0 ? 'no one below' : `${formatWhole(downline)} below`
