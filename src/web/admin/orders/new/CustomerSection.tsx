import UserPlus from 'lucide-react/icons/user-plus'
import { useContext, useEffect, useRef } from 'react'
import { formatPhoneNumber, isPhoneNumber } from '#domain/text/phone-number.ts'
import { fetchAdmin } from '#web/admin/api/api.ts'
import { FieldContext, TextField } from '#web/ui/fields.tsx'
import { Button } from '../../ui/Button.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { type Draft, type Guest, type Member, withMember } from './draft.ts'

type CustomerChoice = { kind: 'member'; member: Member } | { kind: 'new'; text: string }
type CustomerSectionProps = { draft: Draft; onChange: (draft: Draft) => void; onSelected: () => void }

/** Customer search. It is the first field and focused, so that typing can start immediately. */
export function CustomerSection({ draft, onChange, onSelected }: CustomerSectionProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  /** A new customer was just named: focuses their fields next. Not after a reload, which loses the position. */
  const isJustCreated = useRef(false)
  const { customer } = draft
  const error = useContext(FieldContext).errors.customer
  const isSelected = customer.kind !== 'nobody'
  // After "Change", and when the page opens.
  useEffect(() => {
    if (!isSelected) inputRef.current?.focus()
  }, [isSelected])

  function choose(choice: CustomerChoice) {
    if (choice.kind === 'member') {
      onChange(withMember(draft, choice.member))
      onSelected()
      return
    }
    isJustCreated.current = true
    onChange({ ...draft, customer: guestFromText(choice.text), addressId: 0 })
  }
  const clear = () => onChange({ ...draft, customer: { kind: 'nobody' }, addressId: 0, shippingMethod: '' })

  if (customer.kind === 'member') return <MemberCard member={customer.member} onClear={clear} />
  if (customer.kind === 'guest')
    return (
      <div className="grid gap-3">
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {guestFields.map(({ name, label, hint, type }, index) => (
            <TextField
              key={name}
              autoFocus={index === 0 && isJustCreated.current}
              label={label}
              hint={hint}
              type={type}
              optional={name === 'referral_code'}
              name={`customer.${name}`}
              value={customer[name]}
              onChange={({ target }) => onChange({ ...draft, customer: { ...customer, [name]: target.value } })}
            />
          ))}
        </div>
        <Button kind="quiet" className="-ml-3 justify-self-start" onClick={clear}>
          Change customer
        </Button>
      </div>
    )
  return (
    <div className="grid gap-1">
      <SearchBox<CustomerChoice>
        label="Customer"
        placeholder="Name, email, phone or member number"
        inputRef={inputRef}
        isInvalid={error !== undefined}
        find={findCustomers}
        idOf={(choice) => (choice.kind === 'member' ? choice.member.id : 'new')}
        renderItem={(choice) => <ChoiceRow choice={choice} />}
        onSelect={choose}
      />
      {error && <p className="text-small font-[520] text-danger">{error}</p>}
    </div>
  )
}

/** Lists members first, then the typed text as a new customer. */
async function findCustomers(text: string, signal: AbortSignal): Promise<CustomerChoice[]> {
  const { members } = await fetchAdmin('memberSearch', { query: { q: text } }, signal)
  return [...members.map((member) => ({ kind: 'member' as const, member })), { kind: 'new', text }]
}

const ChoiceRow = ({ choice }: { choice: CustomerChoice }) =>
  choice.kind === 'new' ? (
    <>
      <UserPlus size={16} aria-hidden />
      <span>
        New customer <span className="text-muted">“{choice.text}”</span>
      </span>
    </>
  ) : (
    <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-4">
      <span className="truncate">
        {choice.member.first_name} {choice.member.last_name}
      </span>
      <span className="figures text-right text-small text-muted">{choice.member.member_no}</span>
      <span className="truncate text-small text-muted">{choice.member.email}</span>
      <span className="figures text-right text-small text-muted">{choice.member.phone_number}</span>
    </span>
  )

const MemberCard = ({ member, onClear }: { member: Member; onClear: () => void }) => (
  <div className="flex items-start gap-4">
    <div className="min-w-0 grow">
      <p className="font-[560]">
        {member.first_name} {member.last_name}{' '}
        <span className="figures font-normal text-muted">{member.member_no}</span>
      </p>
      <p className="break-words text-muted">
        {member.email} · <span className="figures whitespace-nowrap">{member.phone_number}</span>
      </p>
      {member.license_block_reason && <p className="text-warning">{member.license_block_reason}</p>}
      {member.status !== 'active' && <p className="text-warning">This account is {member.status}.</p>}
    </div>
    <Button kind="quiet" onClick={onClear}>
      Change
    </Button>
  </div>
)

const guestFields: { name: Exclude<keyof Guest, 'kind'>; label: string; hint?: string; type?: string }[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'user_email', label: 'Email', type: 'email', hint: 'We’ll send the confirmation and invoice here.' },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
  { name: 'referral_code', label: 'Referral code', hint: 'Code of the member who referred them.' },
]

/** Puts the typed text into the field that it resembles. */
function guestFromText(text: string): Guest {
  const guest: Guest = {
    kind: 'guest',
    first_name: '',
    last_name: '',
    user_email: '',
    phone_number: '',
    referral_code: '',
  }
  if (text.includes('@')) return { ...guest, user_email: text }
  if (isPhoneNumber(text)) return { ...guest, phone_number: formatPhoneNumber(text) }
  const [first = '', ...rest] = text.split(/\s+/)
  return { ...guest, first_name: first, last_name: rest.join(' ') }
}
