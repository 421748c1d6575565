import Menu from 'lucide-react/icons/menu'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Shop } from '#contract/content/calls.ts'
import { IconButton, iconButtonClass } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { MenuSheetProps } from './MenuSheet.tsx'

/** Anchor of the links for browsers without scripts. */
export const FOOTER_LINKS = 'shop-links'
const MENU = 'menu'

const load = (): Promise<{ default: ComponentType<MenuSheetProps> }> => import('./MenuSheet.tsx')
const preload = () => void load().catch(() => {})
const MenuSheet = lazy(() =>
  load().catch(() => {
    // Without a connection, the links at the bottom of the page serve as the menu.
    location.hash = FOOTER_LINKS
    return { default: () => null }
  }),
)

export function MenuDrawer({ shop, className }: { shop: Shop; className?: string }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation
  useEffect(() => setOpen(false), [key])

  const icon = <Menu size={22} strokeWidth={1.6} aria-hidden />
  if (!hydrated) {
    return (
      <a
        id={MENU}
        href={`#${FOOTER_LINKS}`}
        data-becomes-button
        aria-label="Menu"
        className={iconButtonClass(className)}
      >
        {icon}
      </a>
    )
  }
  return (
    <>
      <IconButton
        id={MENU}
        label="Menu"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
        className={className}
      >
        {icon}
      </IconButton>
      {wasOpened && (
        <Suspense fallback={null}>
          <MenuSheet open={open} onClose={() => setOpen(false)} shop={shop} />
        </Suspense>
      )}
    </>
  )
}
