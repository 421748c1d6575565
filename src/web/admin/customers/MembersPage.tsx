import { useCallback } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import type { MemberQueue } from '#contract/customers/admin-calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { IfPermitted } from '../api/session.tsx'
import { NewsletterTabs } from '../newsletters/NewsletterTabs.tsx'
import { SubscriberList } from '../newsletters/SubscriberList.tsx'
import { CERTIFICATES, MembersTabs, memberQueues, NEWSLETTER } from '../shared/MembersTabs.tsx'
import {
  formatLicense,
  licenseStatuses,
  type MemberRow,
  memberStatuses,
  memberTypes,
  nameOf,
} from '../shared/member-labels.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { CertificateList } from './CertificateList.tsx'

/** All accounts, found by name, email, phone or number (docs/back-office §4). */
export default function MembersPage() {
  const url = usePageUrl()
  const { get, change } = url
  const only = get('only')
  const onSearch = useCallback((search: string) => change({ search, after: undefined }, { replace: true }), [change])
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <IfPermitted permission="members.erase">
            <ButtonLink to={adminPaths.guests} kind="quiet">
              Guests
            </ButtonLink>
          </IfPermitted>
        }
      >
        <MembersTabs current={only} />
        {only === NEWSLETTER && <NewsletterTabs current="subscribers" />}
        {only !== CERTIFICATES && (
          <SearchField
            label={only === NEWSLETTER ? 'Email' : 'Name, email, phone or number'}
            value={get('search') ?? ''}
            onSearch={onSearch}
            className="w-full sm:w-80"
          />
        )}
      </PageHeader>
      {only === CERTIFICATES ? <CertificateList /> : only === NEWSLETTER ? <SubscriberList /> : <MemberList />}
    </>
  )
}

const emptyMessages: Partial<Record<MemberQueue, string>> = {
  license:
    'Renewals appear here, and new licenses if “Approve licenses first” is on or orders require an approved license.',
  license_expiring: 'Licenses that expire soon. Members are reminded 60, 30 and 7 days before.',
  license_expired: 'Licenses that have expired without an approved renewal.',
}

function MemberList() {
  const { get } = usePageUrl()
  const queue = memberQueues.find(({ only }) => only === get('only')) ?? memberQueues[0]
  const [search, after] = [get('search') ?? '', get('after')]
  const members = useAdminQuery('managedMembers', {
    query: { search, ...(queue?.only && { only: queue.only }), ...(after && { after }) },
  })
  return (
    <Loaded query={members}>
      {({ data, next }) =>
        data.length === 0 ? (
          <Empty title={search ? 'No members found' : (queue?.empty ?? '')}>
            {search
              ? 'Try the beginning of a first or last name, an email, a phone number, or the whole member number.'
              : queue?.only && emptyMessages[queue.only]
                ? emptyMessages[queue.only]
                : 'Members appear here as soon as they register.'}
          </Empty>
        ) : (
          <>
            <DataTable
              label="Members"
              rows={data}
              columns={columns}
              idOf={({ id }) => String(id)}
              hrefOf={({ id }) => fillPath(adminPaths.member, { member_id: id })}
              mobileRow={queue?.only?.startsWith('license') ? licenseRow : mobileRow}
              isStale={members.isPlaceholderData}
            />
            <NextPageLink next={next} />
          </>
        )
      }
    </Loaded>
  )
}

const Status = ({ status }: MemberRow) => (
  <StateDot tone={memberStatuses[status].tone}>{memberStatuses[status].label}</StateDot>
)

const columns: readonly DataColumn<MemberRow>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (member) => (
      <span>
        <span className="font-[560]">{nameOf(member)}</span>
        <span className="block text-small font-normal text-muted">{member.email}</span>
      </span>
    ),
  },
  { id: 'number', header: 'Number', cell: ({ member_no }) => <span className="figures">{member_no}</span> },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone_number }) => <span className="figures whitespace-nowrap">{phone_number}</span>,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => memberTypes[type] },
  { id: 'status', header: 'Status', cell: (member) => <Status {...member} /> },
  {
    id: 'license',
    header: 'License',
    cell: ({ license }) =>
      license.status === 'none' ? (
        <span className="text-muted">–</span>
      ) : (
        <span>
          <StateDot tone={licenseStatuses[license.status].tone}>{licenseStatuses[license.status].label}</StateDot>
          <span className="figures block text-small text-muted">{formatLicense(license)}</span>
          {license.expires_on !== null && (
            <span className="figures block text-small text-muted">until {formatCalendarDay(license.expires_on)}</span>
          )}
          {license.renewal && <span className="block text-small">Renewal to review</span>}
        </span>
      ),
  },
  { id: 'since', header: 'Since', end: true, cell: ({ enrolled_at }) => <TimeAgo at={enrolled_at} /> },
]

/** A row of a license queue, with the reason it is in the queue. */
const licenseRow = (member: MemberRow) => (
  <span className="grid grid-cols-1 gap-0.5">
    {mobileRow(member)}
    <span className="flex justify-between gap-3 text-small text-muted">
      <span className="figures">{formatLicense(member.license)}</span>
      <span className="figures">
        {member.license.renewal
          ? 'renewal to review'
          : member.license.expires_on !== null && `until ${formatCalendarDay(member.license.expires_on)}`}
      </span>
    </span>
  </span>
)

const mobileRow = (member: MemberRow) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="truncate font-[560]">{nameOf(member)}</span>
      <span className="figures shrink-0 text-small text-muted">{member.member_no}</span>
    </span>
    <span className="flex justify-between gap-3 text-small text-muted">
      <span className="truncate">{member.email}</span>
      <Status {...member} />
    </span>
  </span>
)
