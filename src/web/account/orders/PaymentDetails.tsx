import { useSuspenseQuery } from '@tanstack/react-query'
import type { Shop } from '#contract/content/calls.ts'
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
  const isQuickPay = type === 'quickpay'
  const details = listDetails(isQuickPay, shop, memoCode)
  const isPlaced = memoCode !== undefined
  return (
    <>
      {isPlaced && <p>{describeNextStep(isQuickPay, isPlaced)}</p>}
      {details.length > 0 && (
        <dl
          className={cx(
            'grid items-center gap-x-8 gap-y-4 sm:grid-cols-2',
            isPlaced && (wide ? 'lg:grid-cols-3' : 'lg:grid-cols-1'),
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
      {!isPlaced && <p className="text-note">{describeNextStep(isQuickPay, isPlaced)}</p>}
    </>
  )
}

/** Labels and values, without those that the shop has not set. */
function listDetails(isQuickPay: boolean, shop: Shop, memo = ''): [name: string, text: string][] {
  const all: [string, string][] = isQuickPay
    ? [
        ['Memo', memo],
        ['Business name', shop.quick_pay_business_name],
        ['Phone', shop.quick_pay_phone],
      ]
    : [
        ['Write on the memo line', memo],
        ['Make the check payable to', shop.shop_name],
        ['Mail or bring it to', shop.pickup_address],
      ]
  return all.filter(([, text]) => text !== '')
}

function describeNextStep(isQuickPay: boolean, isPlaced: boolean): string {
  if (isPlaced)
    return isQuickPay
      ? 'Send this amount from your bank’s app and enter the code in the memo field.'
      : 'We’ll pack your order when the check clears.'
  return isQuickPay
    ? 'After you place the order, send the total from your bank’s app. We’ll give you a code for the memo field.'
    : 'After you place the order, write a check for the total. We’ll give you a code for the memo line.'
}
