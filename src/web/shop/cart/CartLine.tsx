import Trash from 'lucide-react/icons/trash-2'
import type { FormEvent, RefObject } from 'react'
import { MAX_QUANTITY } from '#contract/base/limits.ts'
import type { LineItem } from '#contract/cart/calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { callUrl } from '#web/api/api.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { passFocus } from '#web/ui/pass-focus.ts'
import { QuantityChanger } from '#web/ui/QuantityChanger.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import { useRemoveLine, useUpdateLine } from './line-changes.ts'

type CartLineProps = {
  line: LineItem
  /** Gets the focus when the last line is removed. */
  heading: RefObject<HTMLElement | null>
  onRemoved: (name: string) => void
}

/** A cart line. Both of its forms work without scripts. */
export function CartLine({ line, heading, onRemoved }: CartLineProps) {
  const { product_name: name, image, url } = line.product
  const update = useUpdateLine()
  const remaining = update.error?.problem?.remaining
  const remove = useRemoveLine(() => onRemoved(name))

  function submitRemoval(event: FormEvent) {
    event.preventDefault()
    passFocus(event.currentTarget as Element, heading.current)
    remove.mutate({ id: line.id })
  }

  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-5 gap-y-3 py-6 @max-[15rem]:grid-cols-1 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-6">
      <Thumbnail src={image} className="row-span-2 rounded-field @max-[15rem]:row-span-1 @max-[15rem]:max-w-[5rem]" />
      <div className="grid grid-cols-1 content-start gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
        <h3 className="text-lead leading-snug">
          <PageLink to={url} className="hover:underline">
            {name}
          </PageLink>
        </h3>
        <Money value={line.total_price} className="row-start-3 text-lead font-[560] sm:row-start-auto sm:text-right" />
        <p className="figures text-note text-muted">
          {line.previous_price !== null && <del className="mr-2">{formatDollars(line.previous_price)}</del>}
          {formatDollars(line.price)} each
          {line.pv > 0 && (
            <>
              {' · '}
              <Pv points={line.pv} />
            </>
          )}
        </p>
        {line.previous_price !== null && (
          <p className="text-note text-warning sm:col-span-2">
            The price was {formatDollars(line.previous_price)} when you added it; it is {formatDollars(line.price)} now.
          </p>
        )}
        {remaining !== undefined && remaining > 0 && line.available && (
          <p className="animate-nudge text-note font-[520] text-danger sm:col-span-2">{`Only ${remaining} left`}</p>
        )}
        {!line.available && (
          <p className="text-note font-[520] text-danger sm:col-span-2">
            Not available in this quantity. Please reduce the quantity or remove it to check out.
          </p>
        )}
      </div>
      <div className="col-start-2 flex flex-wrap @max-[15rem]:col-start-1 items-center justify-between gap-3">
        <form method="post" action={callUrl('updateCartLine')} onSubmit={(event) => event.preventDefault()}>
          <CsrfField />
          <input type="hidden" name="id" value={line.id} />
          <QuantityChanger
            label={`Quantity of ${name}`}
            name="quantity"
            value={line.quantity}
            onChange={(quantity) => update.mutate({ id: line.id, quantity })}
            max={MAX_QUANTITY}
          />
          <noscript>
            <button type="submit" className="ml-3 text-link">
              Update
            </button>
          </noscript>
        </form>
        <form method="post" action={callUrl('removeCartLine')} onSubmit={submitRemoval}>
          <CsrfField />
          <input type="hidden" name="id" value={line.id} />
          <Button kind="quiet" type="submit" className="-mx-3 text-note text-muted" aria-label={`Remove ${name}`}>
            <Trash size={16} aria-hidden />
            Remove
          </Button>
        </form>
      </div>
    </li>
  )
}
