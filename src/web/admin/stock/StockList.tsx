import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { useAdminQuery } from '../client/query.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { TextField } from '../ui/fields.tsx'
import { Older } from '../ui/Older.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type CountDraft, CountField, noDraft } from './CountField.tsx'
import { onHandWords, type StockRow } from './stock-words.ts'

export const stockPath = (product_id: number): string => fillPath(adminPaths.stockOfProduct, { product_id })

/** Every product, or those that run low; while a shelf is counted, a number can be typed beside each. */
export function StockList({ isCounting }: { isCounting: boolean }) {
  const url = usePageUrl()
  const [search, only, after] = [url.get('search'), url.get('only'), Number(url.get('after')) || undefined]
  const stock = useAdminQuery('stock', {
    query: { ...(search && { search }), ...(only === 'low' && { only }), ...(after && { after }) },
  })
  const [reason, setReason] = useState('Shelf count')
  /** By product: they stay while another page of the list is looked at, or the phone is turned. */
  const [drafts, setDrafts] = useState<Readonly<Record<number, CountDraft>>>({})
  const count = (row: StockRow) =>
    row.has_contents ? (
      <span className="text-small text-muted">by its components</span>
    ) : (
      <CountField
        row={row}
        reason={reason}
        draft={drafts[row.product_id] ?? noDraft}
        onDraft={(draft) => setDrafts((before) => ({ ...before, [row.product_id]: draft }))}
      />
    )
  return (
    <>
      <UnsavedGuard
        when={Object.values(drafts).some(({ typed }) => typed.trim() !== '')}
        sentence="Some counts are not booked yet."
        isKeptInPage
      />
      {isCounting && (
        <div className="grid max-w-text gap-2 pb-4">
          <TextField
            label="Why, for all of them"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            {...(reason.trim() === '' && { error: 'Enter a reason.' })}
          />
          <p className="text-small text-muted">
            Type what is on the shelf and press Enter: it is booked, and the next product is on. Leave out what is
            packed for orders already placed. ↑ and ↓ move without booking.
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
                columns={isCounting ? [...columns, { id: 'count', head: 'Counted', end: true, cell: count }] : columns}
                idOf={({ product_id }) => String(product_id)}
                isStale={stock.isPlaceholderData}
                {...(!isCounting && { toOf: ({ product_id }: StockRow) => stockPath(product_id) })}
                phone={(row) => (
                  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
                    <span className="min-w-0">
                      <span className="block truncate font-[560]">{row.name}</span>
                      <span className="block text-small text-muted">
                        {row.sku} · <Scarcity row={row} isShort />
                      </span>
                    </span>
                    {isCounting ? count(row) : <Available row={row} />}
                  </div>
                )}
              />
              <Older next={next} />
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
        A part of the name is enough; SKU, handle and number are looked for as a whole.
      </Empty>
    )
  if (only === 'low')
    return (
      <Empty title="Nothing is running low">
        Products for sale that are running low appear here, the scarcest first.
      </Empty>
    )
  return (
    <Empty title="No products yet">
      Import products from a file in Shopify’s format, on the shop’s server:
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

/** Of a package, which component runs out first. */
export const Scarcity = ({ row, isShort = false }: { row: StockRow; isShort?: boolean }) => {
  const { has_contents, scarcest, stock } = row
  if (!has_contents) return isShort ? onHandWords(stock) : null
  if (!scarcest) return 'no component is tracked'
  return `${scarcest.name}: ${scarcest.stock} on hand${scarcest.quantity > 1 ? `, ${scarcest.quantity} in each` : ''}`
}

const columns: readonly DataColumn<StockRow>[] = [
  { id: 'name', head: 'Product', cell: ({ name }) => name },
  { id: 'sku', head: 'SKU', cell: ({ sku }) => <span className="figures text-muted">{sku}</span> },
  {
    id: 'scarcest',
    head: 'Scarcest component',
    cell: (row) => (
      <span className="text-muted">
        <Scarcity row={row} />
      </span>
    ),
  },
  { id: 'available', head: 'Can be sold', cell: (row) => <Available row={row} />, className: 'w-48' },
]
