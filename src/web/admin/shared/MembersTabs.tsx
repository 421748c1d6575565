import { adminPaths } from '#contract/admin-paths.ts'
import type { MemberQueue } from '#contract/customers/admin-calls.ts'
import { countLabel } from '#contract/reporting/queue-labels.ts'
import { useAdminQuery } from '../api/query.ts'
import { Tabs } from '../ui/Tabs.tsx'

export const CERTIFICATES = 'certificates'
export const NEWSLETTER = 'newsletter'
const queueKinds: Partial<Record<MemberQueue, 'licenses' | 'licenses_expiring' | 'licenses_expired'>> = {
  license: 'licenses',
  license_expiring: 'licenses_expiring',
  license_expired: 'licenses_expired',
}

export const memberQueues: readonly { label: string; only: MemberQueue | undefined; empty: string }[] = [
  { label: 'All', only: undefined, empty: 'No members yet' },
  { label: 'Licenses', only: 'license', empty: 'No licenses to review' },
  { label: 'Expiring', only: 'license_expiring', empty: 'No licenses expire within 60 days' },
  { label: 'Expired', only: 'license_expired', empty: 'No expired licenses' },
  { label: 'Pending', only: 'pending', empty: 'No pending members' },
  { label: 'Suspended', only: 'suspended', empty: 'No suspended members' },
  { label: 'Closed', only: 'closed', empty: 'No closed accounts' },
]

const tabHref = (only: string | undefined) =>
  only === undefined ? adminPaths.members : `${adminPaths.members}?only=${only}`

/** Tabs of the member pages; `current` is the value in the URL. */
export function MembersTabs({ current }: { current: string | undefined }) {
  const waiting = useAdminQuery('dashboard').data?.waiting
  const countOf = (kind: 'licenses' | 'licenses_expiring' | 'licenses_expired' | 'certificates' | undefined) => {
    const queue = waiting?.find((entry) => entry.kind === kind)
    return queue && queue.count > 0 ? { count: countLabel(queue) } : {}
  }
  return (
    <Tabs
      label="Members"
      tabs={[
        ...memberQueues.map(({ label, only }) => ({
          label,
          to: tabHref(only),
          isCurrent: current === only,
          ...countOf(only && queueKinds[only]),
        })),
        {
          label: 'Certificates',
          to: tabHref(CERTIFICATES),
          isCurrent: current === CERTIFICATES,
          ...countOf('certificates'),
        },
        { label: 'Newsletter', to: tabHref(NEWSLETTER), isCurrent: current === NEWSLETTER },
      ]}
    />
  )
}
