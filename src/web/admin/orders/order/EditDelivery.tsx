import type { AddressField } from '#domain/addresses/address.ts'
import { formatDollars } from '#domain/money/money.ts'
import { usePreview } from '#web/admin/api/use-preview.ts'
import { Select } from '#web/ui/fields.tsx'
import { OrderAddress } from '../OrderAddress.tsx'
import { type Draft, quoteInput } from './order-edit.ts'
import type { OrderRecord } from './order-record.ts'

type EditDeliveryProps = { record: OrderRecord; draft: Draft; onChange: (draft: Draft) => void }

/** Edits shipping or pickup, destination and method. */
export function EditDelivery({ record, draft, onChange }: EditDeliveryProps) {
  const quotes = usePreview('quoteStaffOrder', quoteInput(draft, record))
  const methods = quotes.data?.quotes ?? []
  const isOffered = methods.some(({ name }) => name === draft.method)
  const change = (field: AddressField, value: string) =>
    onChange({ ...draft, address: { ...draft.address, [field]: field === 'company' && value === '' ? null : value } })

  return (
    <section className="grid gap-3">
      <h3 className="text-small text-muted">Delivery</h3>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="sr-only">Shipping or pickup</legend>
        {(['D', 'P'] as const).map((type) => (
          <label key={type} className="flex items-center gap-2">
            <input
              type="radio"
              name="type"
              checked={draft.type === type}
              onChange={() => onChange({ ...draft, type })}
              className="size-4 accent-ink pointer-coarse:size-5"
            />
            {type === 'D' ? 'Delivery' : 'Pickup'}
          </label>
        ))}
      </fieldset>
      {draft.type === 'D' && (
        <>
          <OrderAddress name="delivery.address" address={draft.address} onChange={change} />
          <Select
            label="Method"
            name="delivery.shipping_method"
            value={draft.method}
            onChange={(event) => onChange({ ...draft, method: event.currentTarget.value })}
            error={quotes.error}
          >
            {!isOffered && (
              <option value={draft.method}>
                {draft.method === '' ? 'Choose' : record.order.shipping_description || draft.method}
              </option>
            )}
            {methods.map(({ name, label, price }) => (
              <option key={name} value={name}>{`${label}, ${formatDollars(price)}`}</option>
            ))}
          </Select>
        </>
      )}
    </section>
  )
}
