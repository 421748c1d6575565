import { useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useNavigate } from 'react-router'
import { hasPermission } from '#contract/permissions.ts'
import { useStaff } from '../api/session.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { navItems, personalNavItems } from './navigation.ts'

const globalShortcuts = [
  ['Ctrl K', 'Find orders, products, pages and actions'],
  ['/', 'Search this list'],
  ['j k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['?', 'Show keyboard shortcuts'],
  ['Esc', 'Close the open panel'],
] as const

export function KeyboardHelp() {
  const { role } = useStaff()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const allowedItems = [...navItems, ...personalNavItems].filter(({ permission }) => hasPermission(role, permission))
  // Whether the question mark needs Shift depends on the keyboard layout.
  useHotkeys('*', ({ key }) => key === '?' && setOpen(true))
  useHotkeys(
    allowedItems.map(({ key }) => `g>${key}`),
    (event) => {
      const item = allowedItems.find(({ key }) => key === event.key)
      if (item) void navigate(item.to)
    },
    [role],
  )
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" variant="wide">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <ShortcutList title="Everywhere" keys={globalShortcuts} />
        <ShortcutList title="Go to" keys={allowedItems.map(({ key, name }) => [`g ${key}`, name] as const)} />
      </div>
    </Dialog>
  )
}

const ShortcutList = ({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) => (
  <section className="grid content-start gap-2">
    <h3 className="text-small text-muted">{title}</h3>
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
      {keys.map(([key, meaning]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="figures font-text rounded-field border border-edge bg-raised px-2 py-0.5 text-small">
              {key}
            </kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </section>
)
