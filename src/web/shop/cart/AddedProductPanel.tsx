import Check from 'lucide-react/icons/check'
import Close from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Cart } from '#contract/cart/calls.ts'
import { paths } from '#web/api/paths.ts'
import { ButtonLink, IconButton } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

/** Display time of the panel (docs/specification §9). */
const DISPLAY_MS = 3000

export type AddedProduct = NonNullable<Cart['layerProduct']> & { at: number; opener: Element | null }
export type AddedProductPanelProps = { added: AddedProduct; onHide: (at: number) => void }

export default function AddedProductPanel({ added, onHide }: AddedProductPanelProps) {
  const layer = useRef<HTMLElement>(null)
  const hide = () => onHide(added.at)
  function dismiss() {
    focusOpener(added.opener)
    hide()
  }
  // Removing the panel while it has the focus must not drop the focus to the body.
  useLayoutEffect(() => {
    const section = layer.current
    return () => {
      if (section?.contains(document.activeElement)) focusOpener(added.opener, { preventScroll: true })
    }
  }, [added.opener])
  // Reading or reaching for a button keeps the panel open; the time restarts afterward.
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = isHovered || isFocused
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onHide, DISPLAY_MS, added.at)
    return () => clearTimeout(timer)
  }, [isPaused, onHide, added.at])

  return (
    <section
      ref={layer}
      aria-label="Added to cart"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      // A blur because of another window leaves the active element as it is.
      onBlur={({ currentTarget }) => setFocused(currentTarget.contains(document.activeElement))}
      onKeyDown={({ key }) => key === 'Escape' && dismiss()}
      className="pointer-events-auto animate-drop rounded-card border border-hairline bg-raised p-5 shadow-float"
    >
      <div className="-mt-2 -mr-3 flex items-center justify-between">
        <h2 className="flex items-center gap-2 text-note font-[620] tracking-[0.06em]">
          <Check size={18} className="text-success" aria-hidden />
          ADDED TO CART
        </h2>
        <IconButton label="Hide" onClick={dismiss}>
          <Close size={20} aria-hidden />
        </IconButton>
      </div>
      <div className="flex flex-wrap gap-4 pt-1 pb-5">
        <div className="w-18 shrink-0">
          <Thumbnail src={added.image} className="rounded-field" />
        </div>
        <div className="grid min-w-0 grow basis-32 content-start gap-0.5">
          <p className="leading-snug font-[520]">{added.product_name}</p>
          <p className="figures text-note text-muted">Quantity {added.quantity}</p>
        </div>
        <Money value={added.total} className="ml-auto font-[520]" />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <ButtonLink kind="secondary" to={paths.cart} onClick={hide}>
          Cart
        </ButtonLink>
        <ButtonLink to={paths.shipping} onClick={hide}>
          Checkout
        </ButtonLink>
      </div>
    </section>
  )
}

/** The button that added, or the page's content where that button is gone. */
function focusOpener(opener: Element | null, options?: FocusOptions): void {
  const target = opener?.isConnected ? opener : document.querySelector('main')
  ;(target as HTMLElement | null)?.focus(options)
}
