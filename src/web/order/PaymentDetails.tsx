import { useSuspenseQuery } from '@tanstack/react-query'
import type { Shop } from '#contract/content.ts'
import { shopQuery } from '#web/page/shop-query.ts'
import { cx } from '#web/ui/cx.ts'

type PaymentDetailsProps = {
  type: 'quickpay' | 'check'
  /** Of the placed order; undefined before. */
  memoCode?: string
}

/** What the buyer needs to pay without a card. */
export function PaymentDetails({ type, memoCode }: PaymentDetailsProps) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const quick = type === 'quickpay'
  const details = detailsOf(quick, shop, memoCode)
  return (
    <>
      {details.length > 0 && (
        <dl className={cx('grid gap-x-8 gap-y-4 sm:grid-cols-2', memoCode !== undefined && 'lg:grid-cols-1')}>
          {details.map(([name, text]) => (
            <div key={name}>
              <dt className="text-note text-muted">{name}</dt>
              <dd
                className={cx(
                  'figures font-[520] whitespace-pre-line',
                  // Copied by hand, letter by letter.
                  text === memoCode && 'text-lead tracking-[0.14em]',
                )}
              >
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-note">{whatToDo(quick, memoCode !== undefined)}</p>
    </>
  )
}

/** Names and texts, without those that the shop has not set. */
function detailsOf(quick: boolean, shop: Shop, memo = ''): [name: string, text: string][] {
  const all: [string, string][] = quick
    ? [
        ['Business name', shop.quick_pay_business_name],
        ['Phone', shop.quick_pay_phone],
        ['Memo', memo],
      ]
    : [
        ['Make the check out to', shop.shop_name],
        ['Mail or bring it to', shop.pickup_address],
        ['Note on the check', memo],
      ]
  return all.filter(([, text]) => text !== '')
}

function whatToDo(quick: boolean, placed: boolean): string {
  if (placed)
    return quick
      ? 'Send this amount from your bank’s app, with the code as memo.'
      : 'Your order is packed once the check has cleared.'
  return quick
    ? 'Once the order is placed, send its total from your bank’s app. We’ll give you a code to enter as the memo.'
    : 'Once the order is placed, make the check out for its total. We’ll give you a code to write on it.'
}
