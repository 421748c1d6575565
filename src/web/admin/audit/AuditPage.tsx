import Download from 'lucide-react/icons/download'
import { useCallback } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { cx } from '#web/ui/cx.ts'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { useDownload } from '../api/use-download.ts'
import { Button } from '../ui/Button.tsx'
import { controlClass } from '../ui/compact.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FilterChip } from '../ui/Filter.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { actionLabel, changedFields, subjectLabel, subjectUrl } from './entry-labels.ts'

type Entry = AdminResponse<'auditLog'>['data'][number]

/** Audit log: who did what, when, to what, and why (docs/back-office §2). */
export default function AuditPage() {
  const url = usePageUrl()
  const { get, change } = url
  const [subject, actor, day, after] = [get('subject'), get('actor'), get('day'), get('after')]
  const entries = useAdminQuery('auditLog', {
    query: {
      ...(subject !== undefined && { subject }),
      actor: actor ?? '',
      action: get('action') ?? '',
      ...(day !== undefined && { day }),
      ...(after !== undefined && { before: after }),
    },
  })
  const onSearch = useCallback((text: string) => change({ actor: text, after: undefined }, { replace: true }), [change])
  const download = useDownload()
  const canExport = useHasPermission('audit.export')
  return (
    <>
      <PageHeader
        title="Audit"
        actions={
          canExport && (
            <Button
              icon={<Download size={16} aria-hidden />}
              busy={download.isPending}
              onClick={() => download.mutate(adminUrl('auditExport'))}
            >
              Export
            </Button>
          )
        }
      >
        <div className="flex flex-wrap items-center gap-2">
          <SearchField label="Who" value={actor ?? ''} onSearch={onSearch} className="w-full sm:w-64" />
          {/* WebKit shows today's date in an empty date field; the label marks it as a filter. */}
          <label className={cx('inline-flex items-center gap-2', day === undefined && 'print:hidden')}>
            <span className="text-small text-muted">Day</span>
            <input
              type="date"
              value={day ?? ''}
              onChange={(event) => change({ day: event.target.value, after: undefined })}
              className={cx(controlClass, 'max-w-44 rounded-pill')}
            />
          </label>
          {subject && (
            <FilterChip
              label="About"
              value={chipLabel(subject, entries.data?.subject_name)}
              removeHref={url.with({ subject: undefined, after: undefined })}
            />
          )}
          {get('action') && (
            <FilterChip
              label="Action"
              value={actionLabel(get('action') ?? '')}
              removeHref={url.with({ action: undefined, after: undefined })}
            />
          )}
        </div>
      </PageHeader>
      <Loaded query={entries}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty title="No entries">No entries match these filters. Remove a filter to see more.</Empty>
          ) : (
            <>
              <DataTable
                label="Audit log entries"
                rows={data}
                columns={columns}
                idOf={({ number }) => String(number)}
                mobileRow={mobileRow}
                isStale={entries.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const splitSubject = (subject: string): [string, string] => {
  const colon = subject.indexOf(':')
  return [subject.slice(0, colon), subject.slice(colon + 1)]
}

/** Members and staff are named in the response, since the URL has their internal ids. */
function chipLabel(subject: string, name: string | null | undefined): string {
  const [kind, id] = splitSubject(subject)
  const isPerson = kind === 'member' || kind === 'staff'
  return name == null && isPerson ? subjectLabel(kind, '…') : subjectLabel(kind, name ?? id)
}

const SubjectLink = ({ entry: { subject_kind, subject_id, subject_name } }: { entry: Entry }) => (
  <a href={subjectUrl(subject_kind, subject_id)} className="text-link relative z-10">
    {subjectLabel(subject_kind, subject_name ?? subject_id)}
  </a>
)

/** Shows old and new values; those of an erased person are no longer available. */
function ChangedFields({ entry }: { entry: Entry }) {
  if (entry.erased) return <span className="text-muted">Erased with personal data</span>
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-0.5">
      {changedFields(entry).map(({ name, from, to }) => (
        <span key={name} className="wrap-anywhere">
          <span className="text-muted">{name}:</span>{' '}
          {to === undefined ? (
            `was ${from}`
          ) : (
            <>
              {from !== undefined && <s className="text-muted">{from}</s>} {to}
            </>
          )}
        </span>
      ))}
      {entry.reason && <q className="wrap-anywhere text-muted">{entry.reason}</q>}
    </span>
  )
}

const columns: readonly DataColumn<Entry>[] = [
  { id: 'at', header: 'When', cell: ({ at }) => <TimeAgo at={at} />, className: 'whitespace-nowrap font-normal' },
  {
    id: 'who',
    header: 'Who',
    cell: ({ actor, role }) => (
      <>
        {actor}
        {role && <span className="block text-small text-muted">{role}</span>}
      </>
    ),
  },
  { id: 'what', header: 'Action', cell: ({ action }) => actionLabel(action) },
  { id: 'about', header: 'Subject', cell: (entry) => <SubjectLink entry={entry} /> },
  { id: 'changed', header: 'Changed', cell: (entry) => <ChangedFields entry={entry} />, className: 'max-w-[32rem]' },
]

const mobileRow = (entry: Entry) => (
  <span className="grid grid-cols-1 gap-1">
    <span className="flex justify-between gap-3">
      <span className="font-[560]">{actionLabel(entry.action)}</span>
      <TimeAgo at={entry.at} className="shrink-0 text-small text-muted" />
    </span>
    <span className="text-small wrap-anywhere text-muted">
      {entry.actor} · <SubjectLink entry={entry} />
    </span>
    <span className="text-small">
      <ChangedFields entry={entry} />
    </span>
  </span>
)
