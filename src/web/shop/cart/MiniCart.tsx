import { useMutationState } from '@tanstack/react-query'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Body } from '#contract/calls.ts'
import { get } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { setCart, usePersonal } from '#web/api/personal.ts'
import { ButtonLink, iconButtonClass } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Popover, type PopoverHandle } from '#web/ui/Popover.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const ID = 'mini-cart'
const BAG = 'bag'

/** Loads when the visitor reaches for the bag, which no page needs before. Without a connection, the link is there. */
const Content = lazy(() =>
  import('./MiniCartContent.tsx').catch(() => ({
    default: () => (
      <ButtonLink kind="secondary" to={paths.cart} className="m-5">
        Cart
      </ButtonLink>
    ),
  })),
)

/** Counts cart items plus pending additions: the bag responds to the click, not to the network. */
function useBagCount(): number {
  const cart = usePersonal('cart')
  const pendingQuantities = useMutationState({
    filters: { mutationKey: ['addToCart'], status: 'pending' },
    select: ({ state }) => Number((state.variables as Body<'addToCart'>).quantity),
  })
  return pendingQuantities.reduce((sum, quantity) => sum + quantity, cart?.quantity ?? 0)
}

/** A page restored from the back-forward cache shows an old cart; refetches it. */
function useCartRefreshOnRestore(): void {
  useEffect(() => {
    const onPageShow = async ({ persisted }: PageTransitionEvent) => {
      if (persisted) setCart(await get('readCart'))
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}

/** The bag in the header: a link to the cart without scripts, a dropdown with them. */
export function Bag() {
  const hydrated = useHydrated()
  const count = useBagCount()
  const [panel, setPanel] = useState<PopoverHandle | null>(null)
  const [isRequested, setRequested] = useState(false)
  const requestContent = () => setRequested(true)
  useCartRefreshOnRestore()
  const label = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  const content = (
    <>
      <ShoppingBag size={22} strokeWidth={1.6} aria-hidden />
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="figures absolute top-0.5 right-0 grid h-5 min-w-5 animate-drop place-items-center rounded-pill bg-ink px-1 text-[0.75rem] leading-none font-[600] text-paper"
        >
          {count}
        </span>
      )}
    </>
  )
  if (!hydrated) {
    return (
      <PageLink id={BAG} to={paths.cart} data-becomes-button aria-label={label} className={iconButtonClass('relative')}>
        {content}
      </PageLink>
    )
  }
  return (
    <>
      <button
        id={BAG}
        type="button"
        popoverTarget={ID}
        aria-label={label}
        onPointerEnter={requestContent}
        onFocus={requestContent}
        onClick={requestContent}
        className={iconButtonClass('relative')}
      >
        {content}
      </button>
      <Popover
        id={ID}
        label="Your cart"
        ref={setPanel}
        className="right-4 flex-col sm:right-[max(1rem,calc((100vw-75rem)/2))]"
      >
        {isRequested && (
          <Suspense fallback={<div className="h-64" />}>
            <Content onClose={() => panel?.hide()} />
          </Suspense>
        )}
      </Popover>
    </>
  )
}
