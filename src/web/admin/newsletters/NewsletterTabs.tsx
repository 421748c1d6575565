import { adminPaths } from '#contract/admin-paths.ts'
import { useHasPermission } from '../api/session.tsx'
import { Tabs } from '../ui/Tabs.tsx'

export function NewsletterTabs({ current }: { current: 'newsletters' | 'subscribers' }) {
  const canSend = useHasPermission('newsletters.send')
  return (
    <Tabs
      label="Newsletter"
      tabs={[
        {
          label: 'Subscribers',
          to: `${adminPaths.members}?only=newsletter`,
          isCurrent: current === 'subscribers',
        },
        ...(canSend
          ? [{ label: 'Newsletters', to: adminPaths.newsletters, isCurrent: current === 'newsletters' }]
          : []),
      ]}
    />
  )
}
