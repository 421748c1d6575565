import Download from 'lucide-react/icons/download'
import { useCallback } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { cx } from '#web/ui/cx.ts'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { usePermissions } from '../api/session.tsx'
import { useDownload } from '../api/use-download.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { Button } from '../ui/Button.tsx'
import { controlClass } from '../ui/compact.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FilterChip } from '../ui/Filter.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { actionLabels, changedFields, subjectLabels, subjectUrl } from './entry-labels.ts'

type Entry = AdminAnswer<'auditLog'>['data'][number]

/** Audit log: who did what, when, to what, and why (docs/back-office §2). */
export default function AuditPage() {
  const url = usePageUrl()
  const { get, change } = url
  const [subject, actor, day, after] = [get('subject'), get('actor'), get('day'), get('after')]
  const log = useAdminQuery('auditLog', {
    query: {
      ...(subject !== undefined && { subject }),
      actor: actor ?? '',
      action: get('action') ?? '',
      ...(day !== undefined && { day }),
      ...(after !== undefined && { before: after }),
    },
  })
  const search = useCallback((words: string) => change({ actor: words, after: undefined }, { replace: true }), [change])
  const exporting = useDownload()
  const mayExport = usePermissions('audit.export')
  return (
    <>
      <PageHead
        title="Audit"
        actions={
          mayExport && (
            <Button
              icon={<Download size={16} aria-hidden />}
              busy={exporting.isPending}
              onClick={() => exporting.mutate(adminUrl('auditExport'))}
            >
              Export
            </Button>
          )
        }
      >
        <div className="flex flex-wrap items-center gap-2">
          <SearchField label="Who" value={actor ?? ''} onSearch={search} className="w-full sm:w-64" />
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
              value={chipWords(subject, log.data?.subject_name)}
              without={url.with({ subject: undefined, after: undefined })}
            />
          )}
          {get('action') && (
            <FilterChip
              label="What"
              value={actionLabels(get('action') ?? '')}
              without={url.with({ action: undefined, after: undefined })}
            />
          )}
        </div>
      </PageHead>
      <Loaded query={log}>
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
                phone={phoneRow}
                isStale={log.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const split = (subject: string): [string, string] => {
  const colon = subject.indexOf(':')
  return [subject.slice(0, colon), subject.slice(colon + 1)]
}

/** Members and staff are named by the answer, since the URL has their internal ids. */
function chipWords(subject: string, name: string | null | undefined): string {
  const [kind, id] = split(subject)
  const isPerson = kind === 'member' || kind === 'staff'
  return name == null && isPerson ? subjectLabels(kind, '…') : subjectLabels(kind, name ?? id)
}

const About = ({ entry: { subject_kind, subject_id, subject_name } }: { entry: Entry }) => (
  <a href={subjectUrl(subject_kind, subject_id)} className="text-link relative z-10">
    {subjectLabels(subject_kind, subject_name ?? subject_id)}
  </a>
)

/** Shows old and new values; those of an erased person are no longer available. */
function Changed({ entry }: { entry: Entry }) {
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
  { id: 'at', head: 'When', cell: ({ at }) => <Ago at={at} />, className: 'whitespace-nowrap font-normal' },
  {
    id: 'who',
    head: 'Who',
    cell: ({ actor, role }) => (
      <>
        {actor}
        {role && <span className="block text-small text-muted">{role}</span>}
      </>
    ),
  },
  { id: 'what', head: 'Action', cell: ({ action }) => actionLabels(action) },
  { id: 'about', head: 'Subject', cell: (entry) => <About entry={entry} /> },
  { id: 'changed', head: 'Changed', cell: (entry) => <Changed entry={entry} />, className: 'max-w-[32rem]' },
]

const phoneRow = (entry: Entry) => (
  <span className="grid grid-cols-1 gap-1">
    <span className="flex justify-between gap-3">
      <span className="font-[560]">{actionLabels(entry.action)}</span>
      <Ago at={entry.at} className="shrink-0 text-small text-muted" />
    </span>
    <span className="text-small wrap-anywhere text-muted">
      {entry.actor} · <About entry={entry} />
    </span>
    <span className="text-small">
      <Changed entry={entry} />
    </span>
  </span>
)
