import Printer from 'lucide-react/icons/printer'
import { cx } from '#web/ui/cx.ts'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import { adminUrl } from '../api/api.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { buttonClass } from '../ui/compact.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import type { PackList } from './steps.ts'
import type { PackingProps } from './use-packing.ts'

type PickListProps = PackingProps & { list: PackList; onStart: () => void }

/** Pick list for all orders, sorted by shelf; a row is checked once it is in the cart. */
export function PickList({ list: { rows, orders }, packing: { packing, setFetched }, onStart }: PickListProps) {
  const url = usePageUrl()
  const openOrders = orders.filter(({ lines }) => lines.length > 0)
  const unitCount = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const selectionHref = url.with({ orders: undefined, order: undefined })
  if (openOrders.length === 0)
    return (
      <>
        <PageHeader title="Pick list" />
        <Empty
          title="Nothing left to pack in these orders"
          action={<ButtonLink to={selectionHref}>Choose orders</ButtonLink>}
        >
          They are packed or canceled.
        </Empty>
      </>
    )
  return (
    <div className="max-w-text">
      <PageHeader
        title="Pick list"
        note={`${openOrders.length === 1 ? '1 order' : `${openOrders.length} orders`}, ${unitCount === 1 ? '1 item' : `${unitCount} items`}`}
        actions={
          <>
            <ButtonLink kind="quiet" to={selectionHref}>
              Change selection
            </ButtonLink>
            <a
              href={adminUrl('pickList', { query: { ids: openOrders.map(({ id }) => id).join(',') } })}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('quiet')}
            >
              <Printer size={16} aria-hidden /> Print
            </a>
          </>
        }
      />
      <ul aria-label="To pick" className="border-t border-hairline">
        {rows.map((row) => {
          const key = `${row.sku} ${row.name}`
          const isFetched = packing.fetched[key] === true
          return (
            <li key={key} className="border-b border-hairline">
              <label
                className={cx(
                  'grid cursor-pointer grid-cols-[auto_4.25rem_2.5rem_minmax(0,1fr)_auto] items-center gap-x-[min(0.75rem,3.1vw)] py-2',
                  isFetched && 'text-muted',
                )}
              >
                <input
                  type="checkbox"
                  checked={isFetched}
                  onChange={({ target }) => setFetched(key, target.checked)}
                  className="size-5 accent-ink"
                />
                <span className="figures text-lead font-[560]">{row.shelf || '–'}</span>
                <Thumbnail src={row.image} />
                <span className="min-w-0">
                  <span className={cx('block', isFetched && 'line-through')}>{row.name}</span>
                  <span className="figures block truncate text-small text-muted">{row.sku}</span>
                </span>
                <span className="figures text-title font-[560]">{row.quantity}</span>
              </label>
            </li>
          )
        })}
      </ul>
      <div className="sticky bottom-0 -mx-4 border-t border-hairline bg-paper px-4 py-3 sm:mx-0 sm:px-0">
        <Button kind="primary" className="w-full max-sm:min-h-14 sm:w-auto" onClick={onStart}>
          Pack order by order
        </Button>
      </div>
    </div>
  )
}
