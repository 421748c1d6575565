import type { RowSelectionState } from '@tanstack/react-table'
import Grid from 'lucide-react/icons/table-2'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { AdminQuery } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { IfPermitted, useHasPermission } from '../api/session.tsx'
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
import { BulkBar } from './BulkBar.tsx'
import { BulkRuns } from './BulkRuns.tsx'
import { columns, mobileRow } from './columns.tsx'
import { buildFilterChoices, filterParams } from './filter-choices.ts'
import { gridColumns } from './grid/cells.ts'
import { Conflicts, DraftBar } from './grid/DraftBar.tsx'
import { ProductGrid } from './grid/ProductGrid.tsx'
import { useDrafts } from './grid/use-drafts.ts'
import { categoryLabels } from './product-labels.ts'

const statusTabs = [
  { label: 'Active', query: 'status=active' },
  { label: 'Drafts', query: 'status=draft' },
  { label: 'Archived', query: 'status=archived' },
]
const NO_CATEGORIES: ReadonlyMap<number, string> = new Map()

/** All products: search, filters, sorting and bulk changes (docs/back-office §3, Products). */
export default function ProductsPage() {
  const url = usePageUrl()
  const { get, change } = url
  const [selected, setSelected] = useState<RowSelectionState>({})
  /** The filter of which all products are selected. */
  const [allOf, setAllOf] = useState<string>()
  const filter = Object.fromEntries(filterParams.flatMap((param) => (get(param) ? [[param, get(param)]] : [])))
  const sort = get('sort') ?? 'name'
  // The server validates the parameters of the URL.
  const query = { ...filter, sort: get('sort'), after: get('after') } as AdminQuery<'managedProducts'>
  const products = useAdminQuery('managedProducts', { query })
  const { data: choices } = useAdminQuery('productChoices')
  const onSearch = useCallback(
    (text: string) => change({ search: text, after: undefined }, { replace: true }),
    [change],
  )
  const categories = useMemo(() => (choices ? categoryLabels(choices) : NO_CATEGORIES), [choices])
  const isGrid = useHasPermission('products.change') && get('grid') !== undefined
  const gridButton = useRef<HTMLButtonElement>(null)
  const drafts = useDrafts(categories)
  const visibleColumns = useVisibleColumns(columns)
  const views = useViews('products')
  const viewQuery = normalizeViewQuery({ ...filter, sort: get('sort'), columns: get('columns') })
  const view = views.find((savedView) => savedView.query === viewQuery)
  const isStatus = statusTabs.some((tab) => tab.query === viewQuery)
  const count = products.data?.count
  const countLabel = count ? `${count.value.toLocaleString('en-US')}${count.more ? '+' : ''}` : ''
  const ids = Object.keys(selected)
    .filter((id) => selected[id])
    .map(Number)
  const filterKey = normalizeViewQuery(filter)

  /** Shows the first cell that cannot be saved. */
  function showCell(cells: ReadonlyMap<string, string>) {
    if (!isGrid) change({ grid: '1' })
    const [first] = cells.keys()
    const field = first?.slice(first.indexOf('.') + 1)
    const column = gridColumns.findIndex((gridColumn) => gridColumn.field === field)
    const row = document.querySelector(`tr[data-row="${Number.parseInt(first ?? '', 10)}"]`)
    row?.querySelectorAll<HTMLElement>('[data-cell]')[column]?.focus()
  }

  function changeSelection(next: RowSelectionState) {
    setSelected(next)
    setAllOf(undefined)
  }

  return (
    <>
      <PageHeader
        title="Products"
        note={countLabel}
        actions={
          <IfPermitted permission="products.change">
            <Button
              ref={gridButton}
              icon={<Grid size={16} aria-hidden />}
              onClick={() => change({ grid: isGrid ? undefined : '1' }, { replace: true })}
            >
              {isGrid ? 'Back to the list' : 'Edit in grid'}
            </Button>
            <ButtonLink to={adminPaths.productImports}>Import</ButtonLink>
            <ButtonLink to={adminPaths.newProduct} kind="primary">
              Add product
            </ButtonLink>
          </IfPermitted>
        }
      >
        <Tabs
          label="Views"
          tabs={[
            { label: 'All', to: adminPaths.products, isCurrent: viewQuery === '' },
            ...statusTabs.map(({ label, query }) => ({
              label,
              to: `${adminPaths.products}?${query}`,
              isCurrent: query === viewQuery,
            })),
            ...views.map((savedView) => viewTab(savedView, viewQuery)),
          ]}
        />
        <div className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-2">
          <SearchField
            label="Name, SKU, barcode, vendor …"
            value={get('search') ?? ''}
            onSearch={onSearch}
            className="w-full sm:w-80 sm:pr-2"
          />
          {/* One scrollable row on phones, so that the first products are visible. */}
          <div className="flex flex-wrap items-center gap-x-1 gap-y-2 max-sm:scroll-row max-sm:-mx-4 max-sm:-my-1 max-sm:w-[calc(100%+2rem)] max-sm:flex-nowrap max-sm:px-4 max-sm:py-1 max-sm:*:shrink-0">
            <Filters choices={buildFilterChoices(choices)} />
            <SaveView area="products" query={isStatus ? '' : viewQuery} current={view} />
          </div>
          {!isGrid && <ColumnMenu columns={columns} />}
        </div>
      </PageHeader>
      <BulkRuns />
      <Conflicts state={drafts} />
      <Loaded query={products}>
        {({ data, next }) =>
          data.length === 0 ? (
            <NoProducts isFiltered={Object.keys(filter).length > 0} />
          ) : (
            <>
              {isGrid ? (
                <ProductGrid
                  rows={data}
                  categories={categories}
                  state={drafts}
                  isStale={products.isPlaceholderData}
                  onLeave={() => gridButton.current?.focus()}
                />
              ) : (
                <DataTable
                  label="Products"
                  rows={data}
                  columns={columns}
                  visibleColumns={visibleColumns}
                  idOf={({ product_id }) => String(product_id)}
                  hrefOf={({ product_id }) => fillPath(adminPaths.product, { product_id })}
                  mobileRow={mobileRow}
                  isStale={products.isPlaceholderData}
                  selection={{ selected, change: changeSelection }}
                  sorting={{
                    by: sort.replace('-', ''),
                    descending: sort.startsWith('-'),
                    sortHref: (by) => url.with({ sort: by === 'name' ? undefined : by, after: undefined }),
                  }}
                />
              )}
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      <DraftBar state={drafts} onErrors={showCell} />
      <BulkBar
        ids={isGrid ? [] : ids}
        isAll={allOf === filterKey}
        filter={filter}
        total={countLabel}
        choices={choices}
        onSelectAll={count && count.value > ids.length ? () => setAllOf(filterKey) : undefined}
        onClear={() => changeSelection({})}
      />
    </>
  )
}

function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  const canChange = useHasPermission('products.change')
  if (isFiltered)
    return (
      <Empty title="No products found" action={<ButtonLink to={adminPaths.products}>Show all products</ButtonLink>}>
        Remove a search word or a filter to see more. Archived products have their own tab.
      </Empty>
    )
  return (
    <Empty
      title="No products yet"
      action={
        canChange && (
          <span className="flex flex-wrap justify-center gap-2">
            <ButtonLink to={adminPaths.newProduct}>Add the first product</ButtonLink>
            <ButtonLink to={adminPaths.productImports}>Import products</ButtonLink>
          </span>
        )
      }
    >
      Products and packages that the store sells appear here.
    </Empty>
  )
}
