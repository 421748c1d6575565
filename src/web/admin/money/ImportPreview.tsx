import type { AdminAnswer } from '#contract/admin-calls.ts'
import { calendarDay } from '#contract/order-words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { Select } from '../ui/fields.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { counted } from './notice-words.ts'
import type { SaidColumns } from './said-columns.ts'

type Read = AdminAnswer<'importNotices'>

const ORIGINS = { paste: 'Text of an email or statement', csv: 'CSV table', ofx: 'OFX file' } as const
const SKIPPED: Record<Read['skipped'][number]['reason'], string> = {
  debit: 'money that went out',
  no_amount: 'without an amount',
  no_date: 'without a date',
  unreadable: 'not readable',
  unsettled: 'not settled',
  currency: 'not in US dollars',
  shifted: 'its cells do not fit the heading',
  thousands: 'a comma cuts its amount in two; put amounts with commas in quotation marks',
  future: 'dated after tomorrow',
}
/** Number of reasons summarized before the list is expanded. */
const reasonsOf = (skipped: Read['skipped']): string =>
  Object.entries(Object.groupBy(skipped, ({ reason }) => reason))
    .map(([reason, lines]) => `${lines?.length} ${SHORT_REASONS[reason as keyof typeof SKIPPED]}`)
    .join(', ')
const SHORT_REASONS: typeof SKIPPED = {
  ...SKIPPED,
  debit: 'went out',
  no_amount: 'without an amount',
  shifted: 'with cells that do not fit',
  thousands: 'with a cut amount',
}

type ImportPreviewProps = {
  given: { name?: string }
  read: Read
  isReading: boolean
  onColumns: (columns: SaidColumns) => void
  onKind: (kind: Read['origin']) => void
}

/** Shows what an import would add, and what is a duplicate or skipped, before anything is added. */
export function ImportPreview({ given: { name }, read, isReading, onColumns, onKind }: ImportPreviewProps) {
  const { origin, columns, confidence, table, first, known, known_count, skipped, skipped_count, undecided_count } =
    read
  const knownLines = new Map(known.map((line) => [line.line, line]))
  const isUnsure = confidence !== null && confidence < 1
  return (
    <div className={cx('grid gap-4', isReading && 'opacity-60')} aria-busy={isReading}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p role="status">
          {name && <span className="block font-[560]">{name}</span>}
          {counted(read.read, 'payment')} {read.read === 1 ? 'was' : 'were'} read: {read.read - known_count} new,{' '}
          {known_count} known already{skipped_count > 0 && `, ${counted(skipped_count, 'line')} left out`}.
        </p>
        <Select
          label="Read as"
          value={origin}
          className="min-w-56"
          onChange={(event) => onKind(event.currentTarget.value as Read['origin'])}
        >
          {Object.entries(ORIGINS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      {table && columns && (
        <>
          {isUnsure && (
            <Alert tone="warning">
              {read.read === 0
                ? 'Please choose the columns of the date and the amount.'
                : 'The columns may be wrong. Please check them.'}
            </Alert>
          )}
          <ColumnChooser table={table} columns={columns} onColumns={onColumns} />
        </>
      )}
      {undecided_count > 0 && (
        <Alert tone="warning">
          {undecided_count === read.read ? 'It is' : `${counted(undecided_count, 'payment')} of ${read.read}: it is`}{' '}
          not certain that this money came in. {undecided_count === 1 ? 'It is' : 'They are'} added as undecided, and
          never booked together with others.
          {columns?.amount !== undefined && ' If the amounts are all money that came in, call their column “Money in”.'}
        </Alert>
      )}
      {first.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-small text-muted">
            {read.read > first.length ? `The first ${first.length} of them` : 'What is read'}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
          <section className="overflow-x-auto" tabIndex={0} aria-label="What is read">
            <table aria-label="The first rows" className="w-full min-w-120">
              <thead className="text-left text-small text-muted">
                <tr className="*:py-1.5 *:pr-4 *:font-normal">
                  <th scope="col">Payer</th>
                  <th scope="col" className="text-right">
                    Amount
                  </th>
                  <th scope="col">Day</th>
                  <th scope="col">Memo</th>
                  <th scope="col">Did it come in?</th>
                  <th scope="col">Is it new?</th>
                </tr>
              </thead>
              <tbody>
                {first.map(({ line, date, payer, memo, amount, undecided }) => {
                  const before = knownLines.get(line)
                  return (
                    <tr
                      key={line}
                      className={cx('*:border-t *:border-hairline *:py-1.5 *:pr-4', before && 'text-muted')}
                    >
                      <td>{payer || 'Unnamed'}</td>
                      <td className="text-right">
                        <Money value={amount} />
                      </td>
                      <td className="whitespace-nowrap">{date && calendarDay(date)}</td>
                      <td className="max-w-56 truncate" title={memo}>
                        {memo}
                      </td>
                      <td className="whitespace-nowrap">
                        {undecided ? <span className="text-warning">Undecided</span> : 'Yes'}
                      </td>
                      <td className="whitespace-nowrap">
                        {!before ? 'New' : before.differs ? 'Known, with a different amount or date' : 'Known'}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </section>
        </div>
      )}
      {skipped.length > 0 && (
        <details>
          <summary className="min-h-9 cursor-default py-1.5">
            {counted(skipped_count, 'line')} left out
            {skipped.length === skipped_count && <span className="text-muted">: {reasonsOf(skipped)}</span>}
          </summary>
          <ul className="grid gap-1 text-small">
            {skipped.map(({ line, reason, detail, source }) => (
              <li key={line} className="break-words">
                Line {line}, {SKIPPED[reason]}
                {detail !== null && ` (${detail})`}: <span className="text-muted">{source}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
