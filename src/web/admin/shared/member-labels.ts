import type { AdminResponse } from '#contract/admin-calls.ts'
import { ApiError } from '#web/api/api.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type Member = AdminResponse<'managedMember'>
export type MemberRow = AdminResponse<'managedMembers'>['data'][number]

type StateLabel = { label: string; tone: StateTone }

export const memberStatuses: Record<MemberRow['status'], StateLabel> = {
  active: { label: 'Active', tone: 'good' },
  pending: { label: 'Pending', tone: 'waiting' },
  suspended: { label: 'Suspended', tone: 'bad' },
  closed: { label: 'Closed', tone: 'idle' },
}

export const memberTypes: Record<MemberRow['type'], string> = { member: 'Member', franchise: 'Franchise' }

export const licenseStatuses: Record<MemberRow['license']['status'], StateLabel> = {
  none: { label: 'None entered', tone: 'idle' },
  submitted: { label: 'Not reviewed', tone: 'idle' },
  approved: { label: 'Approved', tone: 'good' },
  refused: { label: 'Rejected', tone: 'bad' },
  expired: { label: 'Expired', tone: 'bad' },
}

export const certificateStatuses: Record<Member['certificates'][number]['status'], StateLabel> = {
  submitted: { label: 'To review', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'good' },
  refused: { label: 'Rejected', tone: 'bad' },
  expired: { label: 'Expired', tone: 'idle' },
  ended: { label: 'Ended', tone: 'idle' },
}

export const nameOf = ({ first_name, last_name }: Pick<MemberRow, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

/** Returns `NJ 32KC00881200`; the number alone if it has no state or already starts with it. */
export const formatLicense = ({ state, number }: { state: string | null; number: string }): string =>
  state === null || number.startsWith(state) ? number : `${state} ${number}`

/** Returns the current member from a conflict response; undefined for any other error. */
export function conflictingMember(error: unknown): Member | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return error.problem?.member as Member | undefined
}

const comparedFields = ['first_name', 'last_name', 'phone_number', 'type', 'status'] as const
export type MemberField = (typeof comparedFields)[number]

/** Lists the fields that differ, in the order of the form. */
export const findDifferences = (
  before: Pick<Member, MemberField>,
  after: Pick<Member, MemberField>,
): { field: MemberField; from: string; to: string }[] =>
  comparedFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: formatField(field, before[field]), to: formatField(field, after[field]) }))

export const fieldNames: Record<MemberField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  type: 'Type',
  status: 'Status',
}

function formatField(field: MemberField, value: string): string {
  if (field === 'type') return memberTypes[value as MemberRow['type']]
  return field === 'status' ? memberStatuses[value as MemberRow['status']].label : value
}
