import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { TextField } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useAdminQuery } from '../api/query.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type CountDraft, CountField, emptyDraft } from './CountField.tsx'
import { formatOnHand, type StockRow } from './stock-labels.ts'

export const stockPath = (product_id: number): string => fillPath(adminPaths.stockOfProduct, { product_id })

/** All or low-stock products; during a count, each row has a field. */
export function StockList({ isCounting }: { isCounting: boolean }) {
  const url = usePageUrl()
  const [search, only, after] = [url.get('search'), url.get('only'), Number(url.get('after')) || undefined]
  const stock = useAdminQuery('stock', {
    query: { ...(search && { search }), ...(only === 'low' && { only }), ...(after && { after }) },
  })
  const [reason, setReason] = useState('Shelf count')
  /** Keyed by product; kept across pages of the list and when the phone is rotated. */
  const [drafts, setDrafts] = useState<Readonly<Record<number, CountDraft>>>({})
  const countCell = (row: StockRow) =>
    row.has_contents ? (
      <span className="text-small text-muted">by its components</span>
    ) : (
      <CountField
        row={row}
        reason={reason}
        draft={drafts[row.product_id] ?? emptyDraft}
        onDraft={(draft) => setDrafts((before) => ({ ...before, [row.product_id]: draft }))}
      />
    )
  return (
    <>
      <UnsavedGuard
        when={Object.values(drafts).some(({ text }) => text.trim() !== '')}
        message="Some counts are not saved yet."
        isKeptInPage
      />
      {isCounting && (
        <div className="grid max-w-text gap-2 pb-4">
          <TextField
            label="Reason for all counts"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            {...(reason.trim() === '' && { error: 'Enter a reason.' })}
          />
          <p className="text-small text-muted">
            Type the count and press Enter to save it and move to the next product. Don’t count items packed for open
            orders. ↑ and ↓ move without saving.
          </p>
        </div>
      )}
      <Loaded query={stock}>
        {({ data, next }) =>
          data.length === 0 ? (
            <NoStock search={search} only={only} />
          ) : (
            <>
              <DataTable
                label="Stock"
                rows={data}
                columns={
                  isCounting ? [...columns, { id: 'count', header: 'Counted', end: true, cell: countCell }] : columns
                }
                idOf={({ product_id }) => String(product_id)}
                isStale={stock.isPlaceholderData}
                {...(!isCounting && { hrefOf: ({ product_id }: StockRow) => stockPath(product_id) })}
                mobileRow={(row) => (
                  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
                    <span className="min-w-0">
                      <span className="block truncate font-[560]">{row.name}</span>
                      <span className="block text-small text-muted">
                        {row.sku} · <Scarcity row={row} isShort />
                      </span>
                    </span>
                    {isCounting ? countCell(row) : <Available row={row} />}
                  </div>
                )}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function NoStock({ search, only }: { search: string | undefined; only: string | undefined }) {
  const url = usePageUrl()
  if (search)
    return (
      <Empty
        title={`No products found for “${search}”`}
        action={<ButtonLink to={url.with({ search: undefined })}>Show all</ButtonLink>}
      >
        Part of a name is enough; SKU, handle and number must be complete.
      </Empty>
    )
  if (only === 'low')
    return <Empty title="No low-stock products">Low-stock products appear here, scarcest first.</Empty>
  return (
    <Empty title="No products yet">
      Import products from a file in Shopify’s format, on the store’s server:
      <code className="block pt-2">npm run shop -- import products FILE.csv</code>
    </Empty>
  )
}

const Available = ({ row: { available, low, active } }: { row: StockRow }) => (
  <StateDot tone={!active || available === null ? 'idle' : available === 0 ? 'bad' : low ? 'waiting' : 'good'}>
    {available === null ? 'not tracked' : <span className="figures">{available.toLocaleString('en-US')}</span>}
    {low && <span className="text-muted">{available === 0 ? 'sold out' : 'low'}</span>}
    {!active && <span className="text-muted">not for sale</span>}
  </StateDot>
)

/** For a package, names the component that runs out first. */
export const Scarcity = ({ row, isShort = false }: { row: StockRow; isShort?: boolean }) => {
  const { has_contents, scarcest, stock } = row
  if (!has_contents) return isShort ? formatOnHand(stock) : null
  if (!scarcest) return 'no component is tracked'
  return `${scarcest.name}: ${scarcest.stock} on hand${scarcest.quantity > 1 ? `, ${scarcest.quantity} in each` : ''}`
}

const columns: readonly DataColumn<StockRow>[] = [
  { id: 'name', header: 'Product', cell: ({ name }) => name },
  { id: 'sku', header: 'SKU', cell: ({ sku }) => <span className="figures text-muted">{sku}</span> },
  {
    id: 'scarcest',
    header: 'Scarcest component',
    cell: (row) => (
      <span className="text-muted">
        <Scarcity row={row} />
      </span>
    ),
  },
  { id: 'available', header: 'Available', cell: (row) => <Available row={row} />, className: 'w-48' },
]
