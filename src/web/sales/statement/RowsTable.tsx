import { type ReactNode, useId, useState } from 'react'
import { wholeWords } from '#contract/statement-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { SectionHead } from '../SectionHead.tsx'

const SHOWN = 50

type Column<Row> = { head: string; figures?: boolean; cell: (row: Row) => ReactNode }
type RowsTableProps<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** How many further rows the statement only sums up. */
  further?: number | undefined
}

/**
 * A table of the statement; renders nothing without rows. On a phone every row is a card whose cells carry their heads.
 */
export function RowsTable<Row>({ title, rows, columns, further = 0 }: RowsTableProps<Row>) {
  const id = useId()
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <table aria-labelledby={id} className="w-full text-left text-note max-sm:block">
        <thead className="text-muted max-sm:sr-only">
          <tr className="border-b border-ink *:py-2 *:pr-4 *:font-normal *:last:pr-0">
            {columns.map(({ head, figures }) => (
              <th key={head} scope="col" className={cx('align-bottom', figures && 'text-right')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {shown.map((row, n) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a statement's rows never change their places
              key={n}
              className="border-b border-hairline *:py-2 *:pr-4 *:last:pr-0 max-sm:block max-sm:py-3 max-sm:*:p-0"
            >
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <Button kind="quiet" className="mt-3 -ml-3 print:hidden" onClick={() => setAll(true)}>
          Show all {wholeWords(rows.length)}
        </Button>
      )}
      {further > 0 && (
        <p className="mt-3 text-note text-muted">
          {wholeWords(further)} more are not listed; the figures above count them.
        </p>
      )}
    </section>
  )
}

function Cell<Row>({ column: { head, figures, cell }, row }: { column: Column<Row>; row: Row }) {
  const words = cell(row)
  return (
    <td
      className={cx(
        'break-words max-sm:justify-between max-sm:gap-4 max-sm:first:font-[560]',
        words === '' ? 'max-sm:hidden' : 'max-sm:flex',
        figures && 'figures whitespace-nowrap sm:text-right',
      )}
    >
      <span aria-hidden="true" className="font-normal text-muted sm:hidden">
        {head}
      </span>
      <span className="min-w-0 max-sm:text-right">{words}</span>
    </td>
  )
}
