import { useLocation } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { Tabs } from '../ui/Tabs.tsx'

const pages = [
  { label: 'General', to: adminPaths.settings },
  { label: 'Shipping', to: adminPaths.shipping },
  { label: 'Tax', to: adminPaths.tax },
  { label: 'Terms', to: adminPaths.terms },
  { label: 'Email texts', to: adminPaths.mailTexts },
  { label: 'Redirects', to: adminPaths.redirects },
]

/** Tabs of the settings pages. */
export function SettingsTabs() {
  const { pathname } = useLocation()
  return <Tabs label="Settings" tabs={pages.map((page) => ({ ...page, isCurrent: page.to === pathname }))} />
}
