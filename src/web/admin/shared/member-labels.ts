import type { AdminAnswer } from '#contract/admin-calls.ts'
import { ApiError } from '#web/api/api.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type Member = AdminAnswer<'managedMember'>
export type MemberRow = AdminAnswer<'managedMembers'>['data'][number]

type Word = { words: string; tone: StateTone }

export const memberStatuses: Record<MemberRow['status'], Word> = {
  active: { words: 'Active', tone: 'good' },
  pending: { words: 'Pending', tone: 'waiting' },
  suspended: { words: 'Suspended', tone: 'bad' },
  closed: { words: 'Closed', tone: 'idle' },
}

export const memberTypes: Record<MemberRow['type'], string> = { member: 'Member', franchise: 'Franchise' }

export const licenseStatuses: Record<MemberRow['license']['status'], Word> = {
  none: { words: 'None entered', tone: 'idle' },
  submitted: { words: 'Not reviewed', tone: 'idle' },
  approved: { words: 'Approved', tone: 'good' },
  refused: { words: 'Rejected', tone: 'bad' },
  expired: { words: 'Expired', tone: 'bad' },
}

export const certificateStatuses: Record<Member['certificates'][number]['status'], Word> = {
  submitted: { words: 'To review', tone: 'waiting' },
  approved: { words: 'Approved', tone: 'good' },
  refused: { words: 'Rejected', tone: 'bad' },
  expired: { words: 'Expired', tone: 'idle' },
  ended: { words: 'Ended', tone: 'idle' },
}

export const nameOf = ({ first_name, last_name }: Pick<MemberRow, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

/** Returns `NJ 32KC00881200`; the number alone if it has no state or already starts with it. */
export const licenseLabels = ({ state, number }: { state: string | null; number: string }): string =>
  state === null || number.startsWith(state) ? number : `${state} ${number}`

/** Returns the current member from a conflict response; undefined for any other error. */
export function memberNow(error: unknown): Member | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return error.problem?.member as Member | undefined
}

const shown = ['first_name', 'last_name', 'phone_number', 'type', 'status'] as const
export type MemberField = (typeof shown)[number]

/** Lists the fields that differ, in the order of the form. */
export const differences = (
  seen: Pick<Member, MemberField>,
  now: Pick<Member, MemberField>,
): { field: MemberField; from: string; to: string }[] =>
  shown
    .filter((field) => seen[field] !== now[field])
    .map((field) => ({ field, from: fieldLabels(field, seen[field]), to: fieldLabels(field, now[field]) }))

export const fieldNames: Record<MemberField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  type: 'Type',
  status: 'Status',
}

function fieldLabels(field: MemberField, value: string): string {
  if (field === 'type') return memberTypes[value as MemberRow['type']]
  return field === 'status' ? memberStatuses[value as MemberRow['status']].words : value
}
