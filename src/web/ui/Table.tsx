import type { ComponentProps, Key, ReactNode } from 'react'
import { cx } from './cx.ts'
import { type RegionName, ScrollRegion } from './ScrollRegion.tsx'

const lookClasses = {
  /** The main content of a page. */
  list: { table: '', head: 'text-note', rule: 'border-hairline', cells: '*:py-3 *:pr-4 *:last:pr-0' },
  /** One of several tables on a page. */
  ruled: { table: 'text-note', head: '', rule: 'border-ink', cells: '*:py-2 *:pr-4 *:last:pr-0' },
  /** Nested in other content, with the same text size. */
  small: { table: '', head: '', rule: 'border-hairline', cells: '*:py-2 *:pr-3 *:last:pr-0' },
}
type Look = keyof typeof lookClasses

/** For rows rendered by the caller. */
export const rowClass = (look: Look) => cx('border-b border-hairline', lookClasses[look].cells)

type Head = {
  name: string
  /** Replaces the name in the header. */
  head?: ReactNode
  /** Right-aligned, for figures and buttons. */
  end?: boolean
  /** Applies to the header and every cell. */
  className?: string
  headClass?: string
}

type FrameProps = Pick<ComponentProps<'table'>, 'className'> &
  RegionName & {
    look: Look
    columns: readonly Head[]
    /** On phones every row is a card, laid out by its `rowClass`, and only screen readers get the headers. */
    cards?: boolean
    children: ReactNode
  }

/** Table headers around rows of different kinds. */
export function TableFrame({ look, columns, cards, className, children, ...labels }: FrameProps) {
  const { table, head, rule, cells } = lookClasses[look]
  return (
    <ScrollRegion {...labels} className={className}>
      <table {...labels} className={cx('w-full text-left', table, cards && 'max-sm:block')}>
        <thead className={cx(head, 'text-muted', cards && 'max-sm:sr-only')}>
          <tr className={cx('border-b', rule, cells, '*:font-normal')}>
            {columns.map(({ name, head, end, className, headClass }) => (
              <th key={name} scope="col" className={cx(className, end && 'text-right', headClass) || undefined}>
                {head ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cards ? 'max-sm:block' : undefined}>{children}</tbody>
      </table>
    </ScrollRegion>
  )
}

export type Column<Row> = Head & {
  cell: (row: Row, index: number) => ReactNode
  /** The cell is the header of its row. */
  heading?: boolean
  cellClass?: string | ((row: Row) => string)
}

type TableProps<Row> = Pick<FrameProps, 'look' | 'cards' | 'className'> &
  RegionName & {
    rows: readonly Row[]
    columns: readonly Column<Row>[]
    keyOf: (row: Row, index: number) => Key
    rowClass?: string
  }

/** Renders uniform rows by columns. */
export function Table<Row>({ rows, columns, keyOf, rowClass: extraRowClass, ...frame }: TableProps<Row>) {
  const fullRowClass = cx(rowClass(frame.look), extraRowClass)
  return (
    <TableFrame columns={columns} {...frame}>
      {rows.map((row, index) => (
        <tr key={keyOf(row, index)} className={fullRowClass}>
          {columns.map(({ name, cell, heading, end, className, cellClass }) => {
            const extraCellClass = typeof cellClass === 'function' ? cellClass(row) : cellClass
            const fullCellClass =
              cx(heading && 'font-normal', className, end && 'text-right', extraCellClass) || undefined
            return heading ? (
              <th key={name} scope="row" className={fullCellClass}>
                {cell(row, index)}
              </th>
            ) : (
              <td key={name} className={fullCellClass}>
                {cell(row, index)}
              </td>
            )
          })}
        </tr>
      ))}
    </TableFrame>
  )
}
