import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import type { IncomeStatistics } from '#contract/compensation/income.ts'
import { formatPercent, type IncomeColumn, incomeColumns } from '#contract/compensation/income-labels.ts'
import { formatMonthsOfYear } from '#contract/compensation/month-labels.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { Level } from '#web/account/sales/Level.tsx'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/compact.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded, RowsSkeleton } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { showToast } from '../ui/toasts.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { NetworkHeader } from './NetworkHeader.tsx'

type Income = AdminResponse<'income'>

/** Income of all members in a year, including those without any, for publication (docs/plan §17). */
export default function IncomePage() {
  const url = usePageUrl()
  const requestedYear = Number(url.get('year')) || undefined
  const query = { ...(requestedYear !== undefined && { year: requestedYear }) }
  const incomeQuery = useAdminQuery('income', { query })
  const data = incomeQuery.data
  const years = data ? [...new Set([...data.years, data.year])].sort((a, b) => b - a) : []
  return (
    <>
      <NetworkHeader
        current="income"
        period={undefined}
        actions={
          <a href={adminUrl('incomeExport', { query })} download className={buttonClass('secondary')}>
            <Download size={16} aria-hidden /> Export
          </a>
        }
      >
        {years.length > 0 && (
          <Tabs
            label="Year"
            tabs={years.map((option) => ({
              label: String(option),
              to: url.with({ year: String(option) }),
              isCurrent: option === data?.year,
            }))}
          />
        )}
      </NetworkHeader>
      <Loaded query={incomeQuery} skeleton={<RowsSkeleton rows={11} />}>
        {(income) =>
          income.months.length === 0 ? (
            <Empty title={`No month of ${income.year} is closed`}>
              {income.closed_externally.length > 0
                ? 'Months that were closed in an older system have no figures here.'
                : 'Income figures cover closed months. They appear once the first month is closed.'}
            </Empty>
          ) : (
            <IncomeFigures income={income} isStale={incomeQuery.isPlaceholderData} />
          )
        }
      </Loaded>
    </>
  )
}

type Row = IncomeStatistics & { id: string; name: ReactNode }

function IncomeFigures({ income, isStale }: { income: Income; isStale: boolean }) {
  const { all, levels, sentence } = income
  const rows: Row[] = [
    { id: 'all', name: 'All members', ...all },
    ...levels.map((level) => ({
      ...level,
      id: String(level.level),
      name: <Level level={level.level} name={level.level_name} />,
    })),
  ]
  return (
    <div className={cx('grid gap-8', isStale && 'opacity-60')} aria-busy={isStale}>
      {sentence && (
        <figure className="grid max-w-text justify-items-start gap-3">
          <blockquote className="display text-lead">{sentence}</blockquote>
          <figcaption className="flex flex-wrap gap-2">
            <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy(sentence)}>
              Copy sentence
            </Button>
            <Button kind="quiet" icon={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          </figcaption>
        </figure>
      )}
      <Section title="By the highest level reached" note={formatMonthsOfYear(income.months)}>
        <DataTable
          label="Income by level"
          rows={rows}
          columns={columns}
          idOf={({ id }) => id}
          mobileRow={(row) => <MobileRow row={row} />}
        />
        <Notes income={income} />
      </Section>
      <Section title="Definitions">
        <dl className="grid gap-x-6 gap-y-1.5 pt-3 sm:grid-cols-[10rem_minmax(0,44rem)]">
          {Object.values(incomeColumns).map(({ name, meaning }) => (
            <div key={name} className="contents">
              <dt className="font-[560] max-sm:pt-1.5">{name}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="max-w-prose pt-4 text-muted">
          These are sales and level bonuses of closed months, minus returns and corrections in the month they were
          recorded. They are not payouts, and expenses are not deducted. Each member counts once, at the highest level
          reached in these months.
        </p>
      </Section>
    </div>
  )
}

async function copy(sentence: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(sentence)
    showToast('Sentence copied.')
  } catch {
    // Browsers allow clipboard access only on secure pages.
    showToast('Copying isn’t allowed here. Select the sentence instead.', { tone: 'danger' })
  }
}

/** Below this number of people, an amount may reveal an individual's income. */
const MIN_GROUP_SIZE = 10

/** Lists what the figures exclude and what to consider before publishing them. */
function Notes({ income: { months, closed_externally, open, all, levels } }: { income: Income }) {
  const smallGroups = levels.filter(({ people }) => people > 0 && people < MIN_GROUP_SIZE)
  const notes = [
    ...(closed_externally.length > 0
      ? [
          `${formatMonthsOfYear(closed_externally)} ${closed_externally.length === 1 ? 'was' : 'were'} closed in an older system and is not included.`,
        ]
      : []),
    ...(open.length > 0 ? [`Not closed yet, so not included: ${formatMonthsOfYear(open)}.`] : []),
    ...(closed_externally.length === 0 && open.length === 0 && months.length < 12
      ? ['There were no members in the other months.']
      : []),
    ...(all.negative_earnings > 0
      ? [
          `Of those who earned nothing, ${formatWhole(all.negative_earnings)} ${all.negative_earnings === 1 ? 'is' : 'are'} below zero: returns exceeded what ${all.negative_earnings === 1 ? 'was' : 'they had'} earned.`,
        ]
      : []),
    ...(smallGroups.length > 0
      ? [
          `Before you publish: fewer than ${MIN_GROUP_SIZE} people reached ${new Intl.ListFormat('en-US').format(smallGroups.map(({ level_name }) => level_name))}, so the amounts may reveal what one of them earned.`,
        ]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <ul className="grid max-w-prose gap-1 pt-3 text-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

const NoEarnings = ({ row: { no_earnings, no_earnings_share } }: { row: Row }) => (
  <>
    {formatWhole(no_earnings)}
    {no_earnings > 0 && <span className="text-muted"> ({formatPercent(no_earnings_share)})</span>}
  </>
)

const Amount = ({ value }: { value: number | null }) =>
  value === null ? <span className="text-muted">–</span> : <Money value={value} />

const cells: Record<IncomeColumn, (row: Row) => ReactNode> = {
  people: ({ people }) => formatWhole(people),
  share: ({ share }) => formatPercent(share),
  no_earnings: (row) => (row.people === 0 ? <span className="text-muted">–</span> : <NoEarnings row={row} />),
  median: ({ median }) => <Amount value={median} />,
  mean: ({ mean }) => <Amount value={mean} />,
  ninth_decile: ({ ninth_decile }) => <Amount value={ninth_decile} />,
  lowest: ({ lowest }) => <Amount value={lowest} />,
  highest: ({ highest }) => <Amount value={highest} />,
  total: ({ total, people }) => <Amount value={people === 0 ? null : total} />,
}
const columnIds = Object.keys(incomeColumns) as IncomeColumn[]

const columns: readonly DataColumn<Row>[] = [
  { id: 'level', header: 'Level', cell: ({ name }) => name },
  ...columnIds.map((id) => ({
    id,
    header: incomeColumns[id].name,
    end: true,
    cell: cells[id],
    className: 'whitespace-nowrap',
  })),
]

const MobileRow = ({ row }: { row: Row }) => (
  <div>
    <p className="flex flex-wrap justify-between gap-x-3 font-[560]">
      <span>{row.name}</span>
      <span className="figures">
        {formatWhole(row.people)}{' '}
        <span className="font-normal text-muted">
          {row.people === 1 ? 'person' : 'people'} ({formatPercent(row.share)})
        </span>
      </span>
    </p>
    {row.people > 0 && (
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
        {columnIds.slice(2).map((id) => (
          <div key={id} className="contents">
            <dt className="text-muted">{incomeColumns[id].name}</dt>
            <dd className="figures text-right">{cells[id](row)}</dd>
          </div>
        ))}
      </dl>
    )}
  </div>
)
