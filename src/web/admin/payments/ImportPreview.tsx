import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/fields.tsx'
import { Money } from '#web/ui/Money.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import type { ColumnMapping } from './column-mapping.ts'
import { pluralize } from './transaction-labels.ts'

type ImportResponse = AdminResponse<'importBankTransactions'>

const ORIGINS = { paste: 'Text of an email or statement', csv: 'CSV table', ofx: 'OFX file' } as const
const SKIP_REASONS: Record<ImportResponse['skipped'][number]['reason'], string> = {
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
/** Counts the skipped lines by reason. */
const summarizeReasons = (skipped: ImportResponse['skipped']): string =>
  Object.entries(Object.groupBy(skipped, ({ reason }) => reason))
    .map(([reason, lines]) => `${lines?.length} ${SHORT_REASONS[reason as keyof typeof SKIP_REASONS]}`)
    .join(', ')
const SHORT_REASONS: typeof SKIP_REASONS = {
  ...SKIP_REASONS,
  debit: 'went out',
  no_amount: 'without an amount',
  shifted: 'with mismatched cells',
  thousands: 'with a split amount',
}

type ImportPreviewProps = {
  input: { name?: string }
  result: ImportResponse
  isReading: boolean
  onColumns: (columns: ColumnMapping) => void
  onKind: (kind: ImportResponse['origin']) => void
}

/** Shows what an import would add, and what is a duplicate or skipped, before anything is added. */
export function ImportPreview({ input: { name }, result, isReading, onColumns, onKind }: ImportPreviewProps) {
  const {
    origin,
    columns,
    confidence,
    table,
    first,
    duplicates,
    duplicate_count,
    skipped,
    skipped_count,
    unconfirmed_count,
  } = result
  const duplicatesByLine = new Map(duplicates.map((line) => [line.line, line]))
  const isUncertain = confidence !== null && confidence < 1
  return (
    <div className={cx('grid gap-4', isReading && 'opacity-60')} aria-busy={isReading}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p role="status">
          {name && <span className="block font-[560]">{name}</span>}
          Found {pluralize(result.read, 'payment')}: {result.read - duplicate_count} new, {duplicate_count} already
          imported
          {skipped_count > 0 && `, ${pluralize(skipped_count, 'line')} skipped`}.
        </p>
        <Select
          label="Read as"
          value={origin}
          className="min-w-56"
          onChange={(event) => onKind(event.currentTarget.value as ImportResponse['origin'])}
        >
          {Object.entries(ORIGINS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {table && columns && (
        <>
          {isUncertain && (
            <Alert tone="warning">
              {result.read === 0 ? 'Choose the date and amount columns.' : 'Please check the columns.'}
            </Alert>
          )}
          <ColumnChooser table={table} columns={columns} onColumns={onColumns} />
        </>
      )}
      {unconfirmed_count > 0 && (
        <Alert tone="warning">
          {unconfirmed_count} of {pluralize(result.read, 'payment')} may not be incoming money. Uncertain payments are
          never recorded in bulk.
          {columns?.amount !== undefined && ' If all amounts are incoming, set their column to “Money in”.'}
        </Alert>
      )}
      {first.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-small text-muted">
            {result.read > first.length ? `First ${first.length} payments` : 'Payments found'}
          </h3>
          <Table
            look="small"
            cards
            aria-label="First payments"
            rows={first}
            keyOf={({ line }) => line}
            rowClass="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:py-2 max-sm:*:p-0"
            columns={columnsOf(duplicatesByLine)}
          />
        </div>
      )}
      {skipped.length > 0 && (
        <details>
          <summary className="min-h-9 cursor-default py-1.5">
            {pluralize(skipped_count, 'line')} skipped
            {skipped.length === skipped_count && <span className="text-muted">: {summarizeReasons(skipped)}</span>}
          </summary>
          <ul className="grid gap-1 text-small">
            {skipped.map(({ line, reason, detail, source }) => (
              <li key={line} className="break-words">
                Line {line}, {SKIP_REASONS[reason]}
                {detail !== null && ` (${detail})`}: <span className="text-muted">{source}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

type ReadRow = ImportResponse['first'][number]

/** On a phone a row is a card: payer and amount, the whole memo, then its status. */
function columnsOf(duplicatesByLine: ReadonlyMap<number, ImportResponse['duplicates'][number]>): Column<ReadRow>[] {
  const textClass = ({ line }: ReadRow) => (duplicatesByLine.has(line) ? 'text-muted' : '')
  return [
    { name: 'Payer', cell: ({ payer }) => payer || 'Unnamed', cellClass: textClass },
    { name: 'Amount', end: true, cell: ({ amount }) => <Money value={amount} />, cellClass: textClass },
    {
      name: 'Day',
      cell: ({ date }) => date && formatCalendarDay(date),
      cellClass: (row) => cx('whitespace-nowrap max-sm:col-span-2', textClass(row)),
    },
    {
      name: 'Memo',
      cell: ({ memo }) => memo,
      cellClass: (row) => cx('max-w-72 wrap-anywhere max-sm:col-span-2', textClass(row)),
    },
    {
      name: 'Received?',
      cell: ({ unconfirmed }) => (
        <>
          <MobileHeader>Received?</MobileHeader>
          {unconfirmed ? <span className="text-warning">Uncertain</span> : 'Yes'}
        </>
      ),
      cellClass: textClass,
    },
    {
      name: 'New?',
      cell: ({ line }) => {
        const duplicate = duplicatesByLine.get(line)
        return !duplicate ? 'New' : duplicate.differs ? 'Imported, but amount or date differs' : 'Already imported'
      },
      cellClass: (row) => cx('max-sm:text-right', textClass(row)),
    },
  ]
}

const MobileHeader = ({ children }: { children: string }) => (
  <span className="pr-1.5 text-muted sm:hidden" aria-hidden="true">
    {children}
  </span>
)
