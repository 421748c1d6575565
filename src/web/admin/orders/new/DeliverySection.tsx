import { addressLines } from '#domain/addresses/address.ts'
import { Money } from '#web/ui/Money.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { OrderAddress } from '../OrderAddress.tsx'
import { type Draft, typedAddress } from './draft.ts'
import type { Quote } from './use-quote.ts'

type DeliverySectionProps = { draft: Draft; onChange: (draft: Draft) => void; quote: Quote | undefined }

export function DeliverySection({ draft, onChange, quote }: DeliverySectionProps) {
  const addresses = draft.customer.kind === 'member' ? draft.customer.member.addresses : []
  return (
    <div className="grid gap-4">
      <RadioList
        legend="Delivery or pickup"
        isLegendHidden
        isRow
        value={draft.type}
        onChange={(type) => onChange({ ...draft, type, isHandedOver: false })}
        options={[
          { value: 'D', label: 'Delivery' },
          { value: 'P', label: 'Pickup at the counter' },
        ]}
      />
      {draft.type === 'D' && (
        <>
          {addresses.length > 0 && (
            <RadioList
              legend="Ship to"
              value={String(draft.addressId)}
              onChange={(id) => onChange({ ...draft, addressId: Number(id), shippingMethod: '' })}
              options={[
                ...addresses.map((address) => ({ value: String(address.id), label: addressLines(address).join(', ') })),
                { value: '0', label: 'Different address' },
              ]}
            />
          )}
          {draft.addressId === 0 && (
            <OrderAddress
              name="shipping"
              address={{ ...typedAddress(draft), ...draft.address }}
              onChange={(field, value) =>
                onChange({ ...draft, address: { ...draft.address, [field]: value }, shippingMethod: '' })
              }
            />
          )}
          {quote && quote.quotes.length > 0 && (
            <RadioList
              legend="Shipping method"
              value={draft.shippingMethod || (quote.shipping_method ?? '')}
              onChange={(shippingMethod) => onChange({ ...draft, shippingMethod })}
              options={quote.quotes.map(({ name, label, price }) => ({
                value: name,
                label,
                end: <Money value={price} />,
              }))}
            />
          )}
        </>
      )}
    </div>
  )
}
