import { useSuspenseQuery } from '@tanstack/react-query'
import type { Shop } from '#contract/content.ts'
import { shopQuery } from '#web/page/shop-query.ts'
import { cx } from '#web/ui/cx.ts'

type PaymentDetailsProps = {
  type: 'quickpay' | 'check'
  /** Payment reference; undefined before the order is placed. */
  memoCode?: string
  /** Set when there is room for the memo next to the payee. */
  wide?: boolean
}

/** Payment instructions for methods other than card. */
export function PaymentDetails({ type, memoCode, wide = false }: PaymentDetailsProps) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const quick = type === 'quickpay'
  const details = detailsOf(quick, shop, memoCode)
  const placed = memoCode !== undefined
  return (
    <>
      {placed && <p>{whatToDo(quick, placed)}</p>}
      {details.length > 0 && (
        <dl
          className={cx(
            'grid items-center gap-x-8 gap-y-4 sm:grid-cols-2',
            placed && (wide ? 'lg:grid-cols-3' : 'lg:grid-cols-1'),
          )}
        >
          {details.map(([name, text]) => (
            <div
              key={name}
              className={cx(
                // Emphasized because the buyer copies it by hand and the payment is matched by it.
                text === memoCode && 'rounded-field border border-edge bg-raised px-4 py-3 sm:max-lg:col-span-2',
              )}
            >
              <dt className="text-note text-muted">{name}</dt>
              <dd
                className={cx(
                  'figures font-[520] whitespace-pre-line',
                  text === memoCode && 'text-title tracking-[0.14em] select-all',
                )}
              >
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!placed && <p className="text-note">{whatToDo(quick, placed)}</p>}
    </>
  )
}

/** Labels and values, without those that the shop has not set. */
function detailsOf(quick: boolean, shop: Shop, memo = ''): [name: string, text: string][] {
  const all: [string, string][] = quick
    ? [
        ['Memo', memo],
        ['Business name', shop.quick_pay_business_name],
        ['Phone', shop.quick_pay_phone],
      ]
    : [
        ['Note on the check', memo],
        ['Make the check out to', shop.shop_name],
        ['Mail or bring it to', shop.pickup_address],
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
