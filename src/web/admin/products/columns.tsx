import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import type { DataColumn } from '../ui/DataTable.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { formatStock, type ProductRow, productState } from './product-labels.ts'

export const columns: readonly DataColumn<ProductRow>[] = [
  {
    id: 'name',
    header: 'Product',
    sort: 'name',
    cell: ({ name, image }) => (
      <span className="flex items-center gap-3">
        <Picture image={image} />
        <span className="line-clamp-2">{name}</span>
      </span>
    ),
    className: 'min-w-48 max-w-96',
  },
  { id: 'status', header: 'Status', cell: (row) => <State row={row} /> },
  {
    id: 'category',
    header: 'Category',
    cell: ({ category }) => <span className="block truncate text-muted">{category}</span>,
    className: 'max-w-48',
  },
  {
    id: 'vendor',
    header: 'Vendor',
    hiddenByDefault: true,
    cell: ({ vendor }) => <span className="block truncate text-muted">{vendor}</span>,
    className: 'max-w-48',
  },
  { id: 'sku', header: 'SKU', cell: ({ sku }) => <span className="figures text-muted">{sku}</span> },
  {
    id: 'barcode',
    header: 'Barcode',
    hiddenByDefault: true,
    cell: ({ barcode }) => <span className="figures text-muted">{barcode}</span>,
  },
  { id: 'shelf', header: 'Shelf', hiddenByDefault: true, cell: ({ shelf }) => shelf },
  { id: 'price', header: 'Price', sort: 'price', end: true, cell: (row) => <Price row={row} /> },
  {
    id: 'pv',
    header: 'PV',
    sort: 'pv',
    end: true,
    cell: ({ pv }) => pv.toLocaleString('en-US'),
  },
  { id: 'stock', header: 'Stock', sort: 'stock', end: true, cell: (row) => <Stock row={row} /> },
]

/** A row on phones: picture and name, then price and points, state and stock. */
export const mobileRow = (row: ProductRow) => (
  <span className="flex items-start gap-3">
    <Picture image={row.image} />
    <span className="grid min-w-0 grow grid-cols-1 gap-1">
      <span className="flex items-baseline justify-between gap-3">
        <span className="line-clamp-2 min-w-0 font-[560]">{row.name}</span>
        <Price row={row} />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-small text-muted">
        <State row={row} />
        {row.category && <span className="truncate">{row.category}</span>}
        <span className="figures ml-auto text-right">
          {row.pv} PV · <Stock row={row} />
          {row.stock !== null && ' left'}
        </span>
      </span>
    </span>
  </span>
)

const Picture = ({ image }: Pick<ProductRow, 'image'>) => (
  <span className="w-8 shrink-0 overflow-hidden rounded-field">
    <Thumbnail src={image && `${image.src}-320.webp`} />
  </span>
)

const State = ({ row }: { row: ProductRow }) => {
  const { label, tone } = productState(row)
  return <StateDot tone={tone}>{label}</StateDot>
}

const Price = ({ row: { price, selling_price } }: { row: ProductRow }) =>
  selling_price < price ? (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <span className="sr-only">On sale:</span>
      <Money value={selling_price} />
      <s className="text-small text-muted">
        <Money value={price} />
      </s>
    </span>
  ) : (
    <Money value={price} />
  )

const Stock = ({ row: { stock } }: { row: ProductRow }) => (
  <span className={cx(stock === null && 'text-muted', stock === 0 && 'font-[560] text-danger')}>
    {formatStock(stock)}
  </span>
)
