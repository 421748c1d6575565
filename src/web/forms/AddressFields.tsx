import {
  type ChangeEvent,
  type ComponentType,
  type FocusEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import { type AddressField, addressFields } from '#domain/addresses/address.ts'
import { TextField } from '#web/ui/fields.tsx'
import { PhoneField } from './PhoneField.tsx'
import { StateSelect } from './StateSelect.tsx'
import { ZipField } from './ZipField.tsx'
import { ZipQuestion } from './ZipQuestion.tsx'

/** Within an `AddressGrid`; the last line wraps where a third is too narrow for the longest state name. */
const widths = {
  whole: 'sm:col-span-6',
  half: 'sm:col-span-3',
  city: 'sm:col-span-6 @min-[41rem]:col-span-2',
  third: 'sm:col-span-3 @min-[41rem]:col-span-2',
}

type Texts = { label?: string; hint?: string; placeholder?: string }
/** Registered with a form, or controlled by its `value`. */
type RegisteredField = {
  name: string
  onChange: (event: ChangeEvent<HTMLInputElement & HTMLSelectElement>) => unknown
  onBlur?: (event: FocusEvent) => unknown
  // biome-ignore lint/suspicious/noExplicitAny: the same field may be an input or a select
  ref?: Ref<any>
  value?: string
  error?: string | undefined
}
type InputSettings = RegisteredField &
  Texts & { autoComplete: string; className: string; required: boolean; optional: boolean }
type Input = {
  label: string
  /** Token for the browser's autocomplete. */
  token: string
  width: keyof typeof widths
  optional?: true
  Field?: ComponentType<InputSettings & { label: string }>
}

const inputs: Record<AddressField, Input> = {
  first_name: { label: 'First Name', token: 'given-name', width: 'half' },
  last_name: { label: 'Last Name', token: 'family-name', width: 'half' },
  company: { label: 'Company', token: 'organization', width: 'half', optional: true },
  phone_number: { label: 'Phone Number', token: 'tel', width: 'half', Field: PhoneField },
  address_1: { label: 'Address', token: 'address-line1', width: 'whole' },
  address_2: { label: 'Address 2', token: 'address-line2', width: 'whole', optional: true },
  city: { label: 'City', token: 'address-level2', width: 'city' },
  state: { label: 'State', token: 'address-level1', width: 'third', Field: StateSelect },
  zip: { label: 'Zip Code', token: 'postal-code', width: 'third', Field: ZipField },
}

/**
 * Owner of the address for autocomplete: the user's own, a shipping address, or someone else's, which the browser
 * cannot fill in.
 */
type AddressOwner = 'own' | 'shipping' | 'other'
type AddressInputProps = RegisteredField & Texts & { part: AddressField; owner?: AddressOwner }

/** A single address field, for forms that place the others elsewhere. */
export function AddressInput({ part, owner = 'own', ...rest }: AddressInputProps) {
  const { label, token, width, optional = false, Field = TextField } = inputs[part]
  const autoComplete = owner === 'other' ? 'off' : owner === 'shipping' ? `shipping ${token}` : token
  const field = { label, autoComplete, className: widths[width], ...rest }
  return <Field required={!optional} optional={optional} {...field} />
}

type AddressFieldsProps<Without extends AddressField> = {
  field: (name: Exclude<AddressField, Without>) => RegisteredField
  owner?: AddressOwner
  /** Fields that the form places elsewhere or omits. */
  without?: readonly Without[]
  texts?: Partial<Record<AddressField, Texts>>
}

/** All fields of an address, within an `AddressGrid`. */
export const AddressFields = <Without extends AddressField = never>({
  field,
  owner = 'own',
  without = [],
  texts = {},
}: AddressFieldsProps<Without>) =>
  addressFields
    .filter((name): name is Exclude<AddressField, Without> => !without.includes(name as Without))
    .map((name) => <AddressInput key={name} part={name} owner={owner} {...field(name)} {...texts[name]} />)

/** Arranges address fields in a grid, with a question when the ZIP belongs to another state. */
export function AddressGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLDivElement>(null)
  const [entered, setEntered] = useState({ state: '', zip: '' })
  const find = <Control extends Element>(field: AddressField) =>
    grid.current?.querySelector<Control>(`[name="${field}"], [name$=".${field}"]`)
  const select = () => find<HTMLSelectElement>('state')
  function readEntered() {
    setEntered({ state: select()?.value ?? '', zip: find<HTMLInputElement>('zip')?.value ?? '' })
  }
  function chooseState(state: string) {
    const control = select()
    if (!control) return
    control.value = state
    // The form reads its fields on change events.
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const getStateName = (state: string) => select()?.querySelector<HTMLOptionElement>(`[value="${state}"]`)?.text
  return (
    <div ref={grid} onChange={readEntered} className="@container">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-6">
        {children}
        <ZipQuestion {...entered} getStateName={getStateName} onState={chooseState} />
      </div>
    </div>
  )
}
