import type { AdminAnswer } from '#contract/admin-calls.ts'
import { calendarDay } from '#contract/order-words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { Select } from '../ui/fields.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { counted } from './notice-words.ts'
import type { SaidColumns } from './said-columns.ts'

type Read = AdminAnswer<'importNotices'>

const ORIGINS = { paste: 'Text of an email or statement', csv: 'CSV table', ofx: 'OFX file' } as const
const SKIPPED: Record<Read['skipped'][number]['reason'], string> = {
  debit: 'outgoing money',
  no_amount: 'without an amount',
  no_date: 'without a date',
  unreadable: 'not readable',
  unsettled: 'not settled',
  currency: 'not in US dollars',
  shifted: 'cells don’t match the header row',
  thousands: 'a comma splits the amount; put amounts with commas in quotation marks',
  future: 'date is in the future',
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
          Found {counted(read.read, 'payment')}: {read.read - known_count} new, {known_count} already imported
          {skipped_count > 0 && `, ${counted(skipped_count, 'line')} skipped`}.
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
              {read.read === 0 ? 'Choose the date and amount columns.' : 'Please check the columns.'}
            </Alert>
          )}
          <ColumnChooser table={table} columns={columns} onColumns={onColumns} />
        </>
      )}
      {undecided_count > 0 && (
        <Alert tone="warning">
          {undecided_count} of {counted(read.read, 'payment')} may not be incoming money. Uncertain payments are never
          recorded in bulk.
          {columns?.amount !== undefined && ' If all amounts are incoming, set their column to “Money in”.'}
        </Alert>
      )}
      {first.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-small text-muted">
            {read.read > first.length ? `First ${first.length} payments` : 'Payments found'}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by the keyboard */}
          <section className="overflow-x-auto" tabIndex={0} aria-label="Payments found">
            <table aria-label="First payments" className="w-full min-w-120">
              <thead className="text-left text-small text-muted">
                <tr className="*:py-1.5 *:pr-4 *:font-normal">
                  <th scope="col">Payer</th>
                  <th scope="col" className="text-right">
                    Amount
                  </th>
                  <th scope="col">Day</th>
                  <th scope="col">Memo</th>
                  <th scope="col">Received?</th>
                  <th scope="col">New?</th>
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
                        {undecided ? <span className="text-warning">Uncertain</span> : 'Yes'}
                      </td>
                      <td className="whitespace-nowrap">
                        {!before ? 'New' : before.differs ? 'Imported, but amount or date differs' : 'Already imported'}
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
            {counted(skipped_count, 'line')} skipped
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

type ReadRow = Read['first'][number]

/** On a phone a row is a card: payer and amount, the whole memo, then what is decided about it. */
function columnsOf(known: ReadonlyMap<number, Read['known'][number]>): Column<ReadRow>[] {
  const ink = ({ line }: ReadRow) => (known.has(line) ? 'text-muted' : '')
  return [
    { name: 'Payer', cell: ({ payer }) => payer || 'Unnamed', cellClass: ink },
    { name: 'Amount', end: true, cell: ({ amount }) => <Money value={amount} />, cellClass: ink },
    {
      name: 'Day',
      cell: ({ date }) => date && calendarDay(date),
      cellClass: (row) => cx('whitespace-nowrap max-sm:col-span-2', ink(row)),
    },
    {
      name: 'Memo',
      cell: ({ memo }) => memo,
      cellClass: (row) => cx('max-w-72 wrap-anywhere max-sm:col-span-2', ink(row)),
    },
    {
      name: 'Did it come in?',
      cell: ({ undecided }) => (
        <>
          <PhoneHead>Did it come in?</PhoneHead>
          {undecided ? <span className="text-warning">Undecided</span> : 'Yes'}
        </>
      ),
      cellClass: ink,
    },
    {
      name: 'Is it new?',
      cell: ({ line }) => {
        const before = known.get(line)
        return !before ? 'New' : before.differs ? 'Known, with a different amount or date' : 'Known'
      },
      cellClass: (row) => cx('max-sm:text-right', ink(row)),
    },
  ]
}

const PhoneHead = ({ children }: { children: string }) => (
  <span className="pr-1.5 text-muted sm:hidden" aria-hidden="true">
    {children}
  </span>
)
