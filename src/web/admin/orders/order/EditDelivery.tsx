import { useQuery } from '@tanstack/react-query'
import { type AddressField, addressFields } from '#domain/address/address.ts'
import { formatDollars } from '#domain/money.ts'
import { get } from '#web/client/api.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { type Draft, quoteInput } from './order-edit.ts'
import type { OrderFile } from './order-file.ts'
import { useAnswer } from './use-answer.ts'

type EditDeliveryProps = { file: OrderFile; draft: Draft; onChange: (draft: Draft) => void }

const labels: Record<AddressField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  phone_number: 'Phone',
  address_1: 'Address',
  address_2: 'Address 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
}
const optional: readonly AddressField[] = ['company', 'address_2']

/** How it leaves, where it goes, and by which method. */
export function EditDelivery({ file, draft, onChange }: EditDeliveryProps) {
  const { data: states } = useQuery({
    queryKey: ['states'],
    queryFn: () => get('states'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const quotes = useAnswer('quoteStaffOrder', quoteInput(draft, file))
  const methods = quotes.answer?.quotes ?? []
  const isOffered = methods.some(({ name }) => name === draft.method)
  const change = (field: AddressField, value: string) =>
    onChange({ ...draft, address: { ...draft.address, [field]: field === 'company' && value === '' ? null : value } })

  return (
    <section className="grid gap-3">
      <h3 className="text-small text-muted">Delivery</h3>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="sr-only">How it leaves</legend>
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
          <div className="grid gap-3 sm:grid-cols-2">
            {addressFields.map((field) => {
              const shared = {
                label: labels[field],
                name: `delivery.address.${field}`,
                value: draft.address[field] ?? '',
                optional: optional.includes(field),
              }
              return field === 'state' ? (
                <Select key={field} {...shared} onChange={(event) => change(field, event.currentTarget.value)}>
                  <option value="">Choose</option>
                  {/* As long as the list is not there, the order's own. */}
                  {(states ?? [{ code: draft.address.state, name: draft.address.state }]).map(({ code, name }) => (
                    <option key={code} value={code}>
                      {name}
                    </option>
                  ))}
                </Select>
              ) : (
                <TextField key={field} {...shared} onChange={(event) => change(field, event.currentTarget.value)} />
              )
            })}
          </div>
          <Select
            label="Method"
            name="delivery.shipping_method"
            value={draft.method}
            onChange={(event) => onChange({ ...draft, method: event.currentTarget.value })}
            error={quotes.problem}
          >
            {!isOffered && (
              <option value={draft.method}>
                {draft.method === '' ? 'Choose' : file.order.shipping_description || draft.method}
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
