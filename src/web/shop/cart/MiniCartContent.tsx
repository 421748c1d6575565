import Close from 'lucide-react/icons/x'
import { messages } from '#contract/base/messages.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { ButtonLink, IconButton } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { LineItems } from './LineItems.tsx'

/** Lists the cart below the bag, with links to the cart and to checkout. */
export default function MiniCartContent({ onClose }: { onClose: () => void }) {
  const cart = usePersonal('cart')
  const lines = cart?.line_items ?? []
  return (
    <>
      <div className="flex items-center justify-between border-b border-hairline py-2 pr-2 pl-5">
        <h2 className="display text-lead">Your cart</h2>
        <IconButton label="Close cart" onClick={onClose}>
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
    </>
  )
}
