import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
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

const formatDay = (day: string | null | undefined): string => (day ? formatCalendarDay(day) : '')

/** Returns the facts of a member that staff change, by label. */
export const memberFacts = (member: Member): Record<string, string> => ({
  'First name': member.first_name,
  'Last name': member.last_name,
  Email: member.email,
  'Phone number': member.phone_number,
  Type: memberTypes[member.type],
  Status: memberStatuses[member.status].label,
  License: formatLicense(member.license),
  'License status': licenseStatuses[member.license.status].label,
  'License valid until': formatDay(member.license.expires_on),
  'License file': member.license.evidence?.name ?? '',
  'Renewal until': formatDay(member.license.renewal?.expires_on),
  'Renewal file': member.license.renewal?.evidence?.name ?? '',
})
