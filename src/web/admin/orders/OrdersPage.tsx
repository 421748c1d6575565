import type { RowSelectionState } from '@tanstack/react-table'
import Download from 'lucide-react/icons/download'
import { useCallback, useState } from 'react'
import type { AdminQuery } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { IfPermitted, useHasPermission } from '../api/session.tsx'
import { useDownload } from '../api/use-download.ts'
import { normalizeViewQuery, SaveView, useViews, viewTab } from '../shared/SavedViews.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ColumnMenu, useVisibleColumns } from '../ui/ColumnMenu.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Filters } from '../ui/Filter.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { BulkBar } from './list/BulkBar.tsx'
import { columns, mobileRow } from './list/columns.tsx'
import { filterChoices, listParams, queueTabs } from './list/filter-choices.ts'
import { RangeFilter } from './list/RangeFilter.tsx'

/** All orders: search, filters, sorting and bulk actions (docs/back-office §3). */
export default function OrdersPage() {
  const url = usePageUrl()
  const { get, change } = url
  const [selected, setSelected] = useState<RowSelectionState>({})
  const filter = Object.fromEntries(listParams.flatMap((param) => (get(param) ? [[param, get(param)]] : [])))
  // The server validates the parameters of the URL.
  const query = { ...filter, after: get('after') } as AdminQuery<'managedOrders'>
  const orders = useAdminQuery('managedOrders', { query })
  const onSearch = useCallback(
    (text: string) => change({ search: text, after: undefined }, { replace: true }),
    [change],
  )
  const download = useDownload()
  const visibleColumns = useVisibleColumns(columns)
  const sort = get('sort') ?? 'placed'
  const isFiltered = Object.keys(filter).some((param) => param !== 'sort' && param !== 'direction')
  const ids = Object.keys(selected)
    .filter((id) => selected[id])
    .map(Number)
  const count = orders.data?.count
  const views = useViews('orders')
  const viewQuery = normalizeViewQuery({ ...filter, columns: get('columns') })
  const isQueue = viewQuery === `queue=${get('queue')}`
  const view = views.find((savedView) => savedView.query === viewQuery)

  return (
    <>
      <PageHeader
        title="Orders"
        note={count && `${count.value.toLocaleString('en-US')}${count.more ? '+' : ''}`}
        actions={
          <>
            <IfPermitted permission="orders.export">
              <Button
                icon={<Download size={16} aria-hidden />}
                busy={download.isPending}
                onClick={() => download.mutate(adminUrl('orderBook', { query: withoutSorting(query) }))}
              >
                Export
              </Button>
            </IfPermitted>
            <IfPermitted permission="orders.change">
              <ButtonLink to={adminPaths.newOrder}>New order</ButtonLink>
            </IfPermitted>
          </>
        }
      >
        <Tabs
          label="Views"
          tabs={[
            { label: 'All', to: adminPaths.orders, isCurrent: viewQuery === '' },
            ...queueTabs.map(([label, queue]) => ({
              label,
              to: `${adminPaths.orders}?queue=${queue}`,
              isCurrent: isQueue && get('queue') === queue,
            })),
            ...views.map((savedView) => viewTab(savedView, viewQuery)),
          ]}
        />
        <div className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-2">
          <SearchField
            label="Number, name, email, code, SKU …"
            value={get('search') ?? ''}
            onSearch={onSearch}
            className="w-full sm:w-80 sm:pr-2"
          />
          {/* One scrollable row on phones, so that the first orders are visible. */}
          <div className="flex flex-wrap items-center gap-x-1 gap-y-2 max-sm:scroll-row max-sm:-mx-4 max-sm:-my-1 max-sm:w-[calc(100%+2rem)] max-sm:flex-nowrap max-sm:px-4 max-sm:py-1 max-sm:*:shrink-0">
            <Filters choices={filterChoices} />
            <RangeFilter />
            <SaveView area="orders" query={isQueue ? '' : viewQuery} current={view} />
          </div>
          <ColumnMenu columns={columns} />
        </div>
      </PageHeader>
      <Loaded query={orders}>
        {({ data, next }) =>
          data.length === 0 ? (
            <NoOrders isFiltered={isFiltered} queue={isQueue ? get('queue') : undefined} />
          ) : (
            <>
              <DataTable
                label="Orders"
                rows={data}
                columns={columns}
                visibleColumns={visibleColumns}
                idOf={({ id }) => String(id)}
                hrefOf={({ id }) => fillPath(adminPaths.order, { order_id: id })}
                mobileRow={mobileRow}
                isStale={orders.isPlaceholderData}
                selection={{ selected, change: setSelected }}
                sorting={{
                  by: sort,
                  descending: (get('direction') ?? defaultDirection(sort)) === 'desc',
                  sortHref: (sortParam) => {
                    const by = sortParam.replace(/^-/, '')
                    const direction = sortParam.startsWith('-') ? 'desc' : 'asc'
                    return url.with({ sort: by === 'placed' ? undefined : by, direction, after: undefined })
                  },
                }}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      <BulkBar ids={ids} onClear={() => setSelected({})} />
    </>
  )
}

/** Dates and totals sort in descending order by default, as on the server. */
const defaultDirection = (sort: string): 'asc' | 'desc' => (sort === 'placed' || sort === 'total' ? 'desc' : 'asc')

/** The file contains all pages in its own order. */
function withoutSorting({ sort, direction, after, ...filter }: AdminQuery<'managedOrders'>): AdminQuery<'orderBook'> {
  return filter
}

function NoOrders({ isFiltered, queue }: { isFiltered: boolean; queue: string | undefined }) {
  const canCreateOrder = useHasPermission('orders.change')
  const [queueLabel] = queueTabs.find(([, value]) => value === queue) ?? []
  if (queueLabel)
    return (
      <Empty
        title={`No orders in “${queueLabel}”`}
        action={<ButtonLink to={adminPaths.orders}>Show all orders</ButtonLink>}
      >
        Orders appear here automatically.
      </Empty>
    )
  if (isFiltered)
    return (
      <Empty title="No orders found" action={<ButtonLink to={adminPaths.orders}>Show all orders</ButtonLink>}>
        Remove a search word or a filter to see more.
      </Empty>
    )
  return (
    <Empty
      title="No orders yet"
      action={canCreateOrder && <ButtonLink to={adminPaths.newOrder}>Create the first order</ButtonLink>}
    >
      Orders that customers place appear here automatically.
    </Empty>
  )
}
