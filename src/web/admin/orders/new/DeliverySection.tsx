import { useQuery } from '@tanstack/react-query'
import { type AddressField, addressLines } from '#domain/address/address.ts'
import { get } from '#web/client/api.ts'
import { callKey } from '#web/client/query.ts'
import { Money } from '#web/ui/Money.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { type Draft, typedAddress } from './draft.ts'
import type { Quote } from './use-quote.ts'

type DeliverySectionProps = { draft: Draft; onChange: (draft: Draft) => void; quote: Quote | undefined }

/** Where it goes and how. */
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
              legend="To"
              value={String(draft.addressId)}
              onChange={(id) => onChange({ ...draft, addressId: Number(id), shippingMethod: '' })}
              options={[
                ...addresses.map((address) => ({ value: String(address.id), label: addressLines(address).join(', ') })),
                { value: '0', label: 'Another address' },
              ]}
            />
          )}
          {draft.addressId === 0 && <AddressFields draft={draft} onChange={onChange} />}
          {quote && quote.quotes.length > 0 && (
            <RadioList
              legend="Sent by"
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

const fields: { name: Exclude<AddressField, 'state'>; label: string; optional?: true; width?: string }[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'company', label: 'Company', optional: true },
  { name: 'phone_number', label: 'Phone' },
  { name: 'address_1', label: 'Address', width: 'sm:col-span-6' },
  { name: 'address_2', label: 'Address 2', optional: true, width: 'sm:col-span-6' },
  { name: 'zip', label: 'ZIP', width: 'sm:col-span-2' },
  { name: 'city', label: 'City', width: 'sm:col-span-2' },
]

function AddressFields({ draft, onChange }: Omit<DeliverySectionProps, 'quote'>) {
  const shown = typedAddress(draft)
  const set = (name: AddressField, value: string) =>
    onChange({ ...draft, address: { ...draft.address, [name]: value }, shippingMethod: '' })
  const { data: states = [] } = useQuery({
    queryKey: callKey('states'),
    queryFn: () => get('states'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <fieldset aria-label="Address" className="grid gap-x-4 gap-y-3 sm:grid-cols-6">
      {fields.map(({ name, label, optional = false, width = 'sm:col-span-3' }) => (
        <TextField
          key={name}
          label={label}
          optional={optional}
          name={`shipping.${name}`}
          value={draft.address[name] ?? shown[name] ?? ''}
          onChange={({ target }) => set(name, target.value)}
          className={width}
          {...(name === 'zip' && { inputMode: 'numeric' })}
        />
      ))}
      <Select
        label="State"
        name="shipping.state"
        className="sm:col-span-2"
        value={shown.state}
        onChange={({ target }) => set('state', target.value)}
      >
        <option value="">Choose</option>
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </fieldset>
  )
}
