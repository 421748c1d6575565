import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { useFits } from './use-fits.ts'
import { useNarrow } from './use-narrow.ts'
import { useRowClicks } from './use-row-clicks.ts'
import { useRowKeys } from './use-row-keys.ts'

export type DataColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, for numbers. */
  end?: boolean
  /** Sort key of the column header. */
  sort?: string
  /** Hidden by default. */
  hiddenByDefault?: boolean
  className?: string
}

export type Sorting = { by: string | undefined; descending: boolean; sortHref: (sort: string) => string }

type DataTableProps<Row> = {
  label: string
  rows: readonly Row[]
  /** The first column identifies the row and contains its link. Must be stable between renders. */
  columns: readonly DataColumn<Row>[]
  idOf: (row: Row) => string
  /** Target of the row's link. */
  hrefOf?: (row: Row) => string
  /** Row layout on phones, and wherever the table is wider than its page; without it, the table scrolls. */
  mobileRow?: (row: Row) => ReactNode
  /** Ids of the visible columns; by default, all but the extra ones. */
  visibleColumns?: readonly string[] | undefined
  sorting?: Sorting
  /** Selected rows by id; kept across pages of the list. */
  selection?: { selected: RowSelectionState; change: (selected: RowSelectionState) => void }
  /** Set while the next page loads. */
  isStale?: boolean
}

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })

/** Table of records with a sticky header: `j` and `k` move, Enter opens, `x` selects. */
export function DataTable<Row extends object>({
  label,
  rows,
  columns,
  idOf,
  hrefOf,
  mobileRow,
  visibleColumns,
  sorting,
  selection,
  isStale = false,
}: DataTableProps<Row>) {
  const narrow = useNarrow()
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  useRowClicks(list)
  const onOpen = useOpenedRow(list)
  const columnDefs = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map(({ id, header }) => ({ id, header })),
    [columns],
  )
  const table = useTable({
    features,
    columns: columnDefs,
    data: rows as Row[],
    getRowId: idOf,
    enableRowSelection: selection !== undefined,
    state: {
      rowSelection: selection?.selected ?? {},
      columnVisibility: Object.fromEntries(
        columns.map(({ id, hiddenByDefault }, index) => [
          id,
          index === 0 || (visibleColumns ? visibleColumns.includes(id) : !hiddenByDefault),
        ]),
      ),
    },
    onRowSelectionChange: (updater) =>
      selection?.change(typeof updater === 'function' ? updater(selection.selected) : updater),
  })
  const byId = new Map(columns.map((column) => [column.id, column]))
  const tableRows = table.getRowModel().rows
  const visibleLeaves = table.getVisibleLeafColumns()
  const fits = useFits(list, visibleLeaves.map(({ id }) => id).join())

  if (mobileRow && (narrow || !fits))
    return (
      <div ref={list} aria-busy={isStale}>
        <ul aria-label={label} className={cx('border-t border-hairline', isStale && 'opacity-60')}>
          {tableRows.map((row) => (
            <li
              key={row.id}
              data-row={row.id}
              className="relative flex items-center gap-3 border-b border-hairline py-2.5"
            >
              {selection && <RowCheckbox label={`Select ${row.id}`} row={row} />}
              <RowLink
                to={hrefOf?.(row.original)}
                onOpen={() => onOpen(row.id)}
                className="min-w-0 grow focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
              >
                {mobileRow(row.original)}
              </RowLink>
            </li>
          ))}
        </ul>
      </div>
    )

  const tableElement = (
    <table aria-label={label} className={cx('w-full text-left', isStale && 'opacity-60')}>
      <thead className="sticky top-0 z-20 bg-paper text-small text-muted max-sm:static">
        <tr className="*:border-b *:border-hairline *:py-2 *:pr-4 *:font-normal *:last:pr-0">
          {selection && (
            <th scope="col" className="w-8 print:hidden">
              <input
                type="checkbox"
                aria-label="Select all on this page"
                className="block size-4 accent-ink pointer-coarse:size-5"
                checked={tableRows.length > 0 && table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </th>
          )}
          {visibleLeaves.map(({ id }) => {
            const column = byId.get(id)
            return column && <ColumnHeader key={id} column={column} sorting={sorting} />
          })}
        </tr>
      </thead>
      <tbody>
        {tableRows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            className={cx(
              'transition-colors hover:bg-sunken has-[a[data-row-link]:focus-visible]:bg-sunken',
              'has-[a[data-row-link]:focus-visible]:outline-2 has-[a[data-row-link]:focus-visible]:-outline-offset-2',
              hrefOf && 'cursor-pointer',
              '*:border-b *:border-hairline *:py-2 *:pr-4 *:last:pr-0 pointer-coarse:*:py-3',
              row.getIsSelected() && 'bg-sunken',
            )}
          >
            {selection && (
              <td className="print:hidden">
                <RowCheckbox label={`Select ${row.id}`} row={row} />
              </td>
            )}
            {row.getVisibleCells().map((cell, index) => {
              const column = byId.get(cell.column.id)
              if (!column) return null
              const className = cx(column.end && 'figures text-right', column.className) || undefined
              const content = column.cell(row.original)
              return index === 0 ? (
                <th key={cell.id} scope="row" className={cx('relative font-[560]', className)}>
                  <RowLink
                    to={hrefOf?.(row.original)}
                    onOpen={() => onOpen(row.id)}
                    className="focus-visible:outline-none"
                  >
                    {content}
                  </RowLink>
                </th>
              ) : (
                <td key={cell.id} className={className}>
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <div ref={list} aria-busy={isStale}>
      {mobileRow ? tableElement : <ScrollRegion aria-label={label}>{tableElement}</ScrollRegion>}
    </div>
  )
}

/**
 * The link covers its cell, or the whole row on phones; other controls are above it through `z-10`. On wider screens,
 * `useRowClicks` handles clicks on the other cells.
 */
type RowLinkProps = { to: string | undefined; onOpen: () => void; className?: string; children: ReactNode }

const RowLink = ({ to, onOpen, className, children }: RowLinkProps) =>
  to === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <PageLink
      to={to}
      onClick={onOpen}
      data-row-link
      className={cx('after:absolute after:inset-y-0 after:right-0 after:-left-2', className)}
    >
      {children}
    </PageLink>
  )

/** Opened row by history entry. */
const openedRows = new Map<string, string>()

/** Restores the focus to the row that was opened from this history entry. */
function useOpenedRow(list: RefObject<HTMLElement | null>) {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const id = isBack ? openedRows.get(key) : undefined
    if (id === undefined) return
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      ({ dataset }) => dataset.row === id,
    )
    if (!row) return
    openedRows.delete(key)
    row.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  }, [key, isBack, list])
  return (id: string) => void openedRows.set(key, id)
}

type SelectableRow = { getIsSelected: () => boolean; getToggleSelectedHandler: () => (event: unknown) => void }

/** Has a large touch target because a click next to it opens the row. */
const RowCheckbox = ({ label, row }: { label: string; row: SelectableRow }) => (
  <label className="relative z-10 -m-3 block p-3">
    <input
      type="checkbox"
      aria-label={label}
      data-row-select
      className="block size-4 accent-ink pointer-coarse:size-5"
      checked={row.getIsSelected()}
      onChange={row.getToggleSelectedHandler()}
    />
  </label>
)

function ColumnHeader<Row>({
  column: { header, end, sort, className },
  sorting,
}: {
  column: DataColumn<Row>
  sorting: Sorting | undefined
}) {
  const isSorted = sort !== undefined && sorting?.by === sort
  const Arrow = sorting?.descending ? ArrowDown : ArrowUp
  // A column of buttons needs no header.
  if (header === '') return <td className={className} />
  return (
    <th
      scope="col"
      className={cx('whitespace-nowrap', end && 'text-right', className)}
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
    >
      {sort === undefined || !sorting ? (
        header
      ) : (
        <PageLink
          to={sorting.sortHref(isSorted && sorting.descending ? sort : `-${sort}`)}
          preventScrollReset
          className="inline-flex items-center gap-1 hover:text-ink"
        >
          {header}
          {isSorted && <Arrow size={13} aria-hidden />}
        </PageLink>
      )}
    </th>
  )
}
