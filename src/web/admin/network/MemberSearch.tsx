import type { AdminResponse } from '#contract/admin-calls.ts'
import { fetchAdmin } from '../api/api.ts'
import { nameOf } from '../shared/member-labels.ts'
import { SearchBox } from '../ui/SearchBox.tsx'

export type MemberResult = AdminResponse<'memberSearch'>['members'][number]

/** Finds a member by name prefix, email, phone number or member number. */
export const MemberSearch = ({
  label,
  onSelect,
  labelOf,
}: {
  label: string
  onSelect: (member: MemberResult) => void
  /** Text that stays in the field; empty by default. */
  labelOf?: (member: MemberResult) => string
}) => (
  <SearchBox<MemberResult>
    label={label}
    placeholder="Name, email, phone or number"
    find={async (query, signal) => (await fetchAdmin('memberSearch', { query: { q: query } }, signal)).members}
    idOf={({ id }) => id}
    {...(labelOf && { labelOf })}
    onSelect={onSelect}
    renderItem={(member) => (
      <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        <span className="truncate">{nameOf(member)}</span>
        <span className="figures text-right text-small text-muted">{member.member_no}</span>
        <span className="col-span-2 truncate text-small text-muted">{member.email}</span>
      </span>
    )}
  />
)
