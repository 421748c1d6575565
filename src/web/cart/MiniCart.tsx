import { useMutationState } from '@tanstack/react-query'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Close from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import type { Body } from '#contract/calls.ts'
import { messages } from '#contract/messages.ts'
import { get } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { setCart, usePersonal } from '#web/client/personal.ts'
import { ButtonLink, IconButton, iconButtonClass } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Popover, type PopoverHandle } from '#web/ui/Popover.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { LineItems } from './LineItems.tsx'

const ID = 'mini-cart'
const BAG = 'bag'

/** Counts cart items plus pending additions: the bag responds to the click, not to the network. */
function useBagCount(): number {
  const cart = usePersonal('cart')
  const onTheirWay = useMutationState({
    filters: { mutationKey: ['addToCart'], status: 'pending' },
    select: ({ state }) => Number((state.variables as Body<'addToCart'>).quantity),
  })
  return onTheirWay.reduce((sum, quantity) => sum + quantity, cart?.quantity ?? 0)
}

/** A page restored from the back-forward cache shows an old cart; refetches it. */
function useCartAfterReturn(): void {
  useEffect(() => {
    const returned = async ({ persisted }: PageTransitionEvent) => {
      if (persisted) setCart(await get('readCart'))
    }
    window.addEventListener('pageshow', returned)
    return () => window.removeEventListener('pageshow', returned)
  }, [])
}

/** The bag in the header: a link to the cart without scripts, a dropdown with them. */
export function Bag() {
  const hydrated = useHydrated()
  const count = useBagCount()
  useCartAfterReturn()
  const label = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  const face = (
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
        {face}
      </PageLink>
    )
  }
  return (
    <>
      <button id={BAG} type="button" popoverTarget={ID} aria-label={label} className={iconButtonClass('relative')}>
        {face}
      </button>
      <MiniCart />
    </>
  )
}

function MiniCart() {
  const cart = usePersonal('cart')
  const [panel, setPanel] = useState<PopoverHandle | null>(null)
  const lines = cart?.line_items ?? []
  return (
    <Popover
      id={ID}
      label="Your cart"
      ref={setPanel}
      className="right-4 flex-col sm:right-[max(1rem,calc((100vw-75rem)/2))]"
    >
      <div className="flex items-center justify-between border-b border-hairline py-2 pr-2 pl-5">
        <h2 className="display text-lead">Your cart</h2>
        <IconButton label="Close cart" onClick={() => panel?.hide()}>
          <Close size={20} aria-hidden />
        </IconButton>
      </div>
      <div className="overflow-y-auto overscroll-contain px-5">
        {lines.length === 0 ? <p className="py-8 text-muted">{messages.cartEmpty}</p> : <LineItems lines={lines} />}
      </div>
      <div className="border-t border-hairline p-5">
        <p className="flex items-baseline justify-between pb-4 text-lead font-[560]">
          Sub Total
          <Money value={cart?.sub_total ?? 0} />
        </p>
        <div className="grid grid-cols-2 gap-3">
          <ButtonLink kind="secondary" to={paths.cart}>
            Cart
          </ButtonLink>
          <ButtonLink to={paths.shipping}>Checkout</ButtonLink>
        </div>
      </div>
    </Popover>
  )
}
