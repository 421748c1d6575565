import { countLabel } from '#contract/reporting/queue-labels.ts'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { DueCounts } from './DueCounts.tsx'
import { StockList } from './StockList.tsx'

/** Stock of all products (docs/back-office §3, Stock). */
export default function StockPage() {
  const url = usePageUrl()
  const only = url.get('only')
  const isCounting = url.get('count') !== undefined
  const canChange = useHasPermission('products.change')
  const { data } = useAdminQuery('dashboard')
  const countOf = (kind: 'low_stock' | 'products_to_count') => {
    const queue = data?.waiting.find((entry) => entry.kind === kind)
    return queue && queue.count > 0 ? countLabel(queue) : undefined
  }
  const tab = (label: string, value: string | undefined, count?: string) => ({
    label,
    to: url.with({ only: value, after: undefined, search: undefined }),
    isCurrent: only === value,
    ...(count !== undefined && { count }),
  })
  return (
    <>
      <PageHeader
        title="Stock"
        actions={
          canChange && (
            <Button aria-pressed={isCounting} onClick={() => url.change({ count: isCounting ? undefined : '1' })}>
              {isCounting ? 'Finish counting' : 'Count a shelf'}
            </Button>
          )
        }
      >
        <Tabs
          label="Stock"
          tabs={[
            tab('All', undefined),
            tab('Low stock', 'low', countOf('low_stock')),
            tab('To count', 'due', countOf('products_to_count')),
          ]}
        />
        {only === undefined && (
          <SearchField
            label="Name, SKU or number"
            value={url.get('search') ?? ''}
            onSearch={(search) => url.change({ search, after: undefined }, { replace: true })}
            className="max-w-narrow"
          />
        )}
      </PageHeader>
      {only === 'due' ? <DueCounts /> : <StockList isCounting={isCounting && canChange} />}
    </>
  )
}
