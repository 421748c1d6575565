import type { Address, AddressField } from '#domain/addresses/address.ts'
import { AddressFields, AddressGrid } from '#web/forms/AddressFields.tsx'

type OrderAddressProps = {
  address: Address
  onChange: (field: AddressField, value: string) => void
  /** Field prefix in the call: `shipping`. */
  name: string
}

/** The address of an order that is being entered. */
export const OrderAddress = ({ address, onChange, name }: OrderAddressProps) => (
  <fieldset aria-label="Address" className="min-w-0">
    <AddressGrid>
      <AddressFields
        owner="other"
        field={(field) => ({
          name: `${name}.${field}`,
          value: address[field] ?? '',
          onChange: ({ target }) => onChange(field, target.value),
        })}
      />
    </AddressGrid>
  </fieldset>
)
