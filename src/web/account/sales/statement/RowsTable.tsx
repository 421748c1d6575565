import { type ReactNode, useId, useState } from 'react'
import { formatWhole } from '#domain/money/whole-number.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import { SectionHead } from '../SectionHead.tsx'

const INITIAL_ROWS = 50

type FigureColumn<Row> = { head: string; figures?: boolean; cell: (row: Row) => ReactNode }
type RowsTableProps<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly FigureColumn<Row>[]
  /** Number of further rows that the statement only totals. */
  further?: number | undefined
}

/** A table of the statement; renders nothing without rows. On phones every row is a card whose cells have labels. */
export function RowsTable<Row>({ title, rows, columns, further = 0 }: RowsTableProps<Row>) {
  const id = useId()
  const [isExpanded, setExpanded] = useState(false)
  if (rows.length === 0) return null
  const visibleRows = isExpanded ? rows : rows.slice(0, INITIAL_ROWS)
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <Table
        look="ruled"
        cards
        aria-labelledby={id}
        rows={visibleRows}
        keyOf={(_, index) => index}
        rowClass="max-sm:block max-sm:py-3 max-sm:*:p-0"
        columns={columns.map(tableColumn)}
      />
      {visibleRows.length < rows.length && (
        <Button kind="quiet" className="mt-3 -ml-3 print:hidden" onClick={() => setExpanded(true)}>
          Show all {formatWhole(rows.length)}
        </Button>
      )}
      {further > 0 && (
        <p className="mt-3 text-note text-muted">
          {formatWhole(further)} more not listed; they are included in the figures above.
        </p>
      )}
    </section>
  )
}

/** On phones the cell has a label, and empty cells are omitted. */
const tableColumn = <Row,>({ head, figures = false, cell }: FigureColumn<Row>): Column<Row> => ({
  name: head,
  headClass: cx('align-bottom', figures && 'text-right'),
  cellClass: (row) =>
    cx(
      'break-words max-sm:justify-between max-sm:gap-4 max-sm:first:font-[560]',
      cell(row) === '' ? 'max-sm:hidden' : 'max-sm:flex',
      figures && 'figures whitespace-nowrap sm:text-right',
    ),
  cell: (row) => (
    <>
      <span aria-hidden="true" className="font-normal text-muted sm:hidden">
        {head}
      </span>
      <span className="min-w-0 max-sm:text-right">{cell(row)}</span>
    </>
  ),
})
