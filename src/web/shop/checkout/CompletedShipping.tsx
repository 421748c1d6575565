import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Cart } from '#contract/cart/calls.ts'
import { pickupLines } from '#contract/orders/labels.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { shopQuery } from '#web/page/shop-query.ts'
import { Fact } from '#web/ui/Fact.tsx'
import { CompletedStep } from './CompletedStep.tsx'
import { useCheckoutForm } from './checkout-store.ts'
import { quoteDestination } from './pricing-queries.ts'
import { stepNames } from './steps.ts'
import { useQuotes } from './use-quotes.ts'

/** Step 1, collapsed. */
export function CompletedShipping({ cart }: { cart: Cart }) {
  const form = useCheckoutForm()
  const { data: shop } = useSuspenseQuery(shopQuery())
  const delivery = form.type === 'D'
  const quotes = useQuotes(quoteDestination(form), cart)
  const user = usePersonal('user')
  const { data: account } = useQuery({ ...userQuery(), enabled: user !== null })
  // The page's initial user is out of date after the profile has changed.
  const buyer = account ?? user
  const savedAddress = account?.addresses.find(({ id }) => String(id) === form.shipping.address_id)
  const destination = Number(form.shipping.address_id) === 0 ? form.shipping : savedAddress
  const method = quotes.list.find(({ name }) => name === form.shipping_method)
  return (
    <CompletedStep title={stepNames.shipping} to={paths.shipping}>
      <Fact name="Your details">
        {buyer
          ? `${buyer.first_name} ${buyer.last_name}\n${buyer.email}`
          : `${form.first_name} ${form.last_name}\n${form.user_email}\n${form.phone_number}`}
      </Fact>
      {delivery ? (
        <Fact name="Delivery">
          {destination && addressLines(destination).join('\n')}
          <div className="mt-1 min-h-[1lh] font-[520]">{method?.label}</div>
        </Fact>
      ) : (
        <Fact name="Pickup">{pickupLines(shop.pickup_address, shop.pickup_hours).join('\n')}</Fact>
      )}
      {form.comments.trim() !== '' && <Fact name="Comments">{form.comments}</Fact>}
    </CompletedStep>
  )
}
