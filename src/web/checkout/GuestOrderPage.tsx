import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { PageHead } from '#web/layout/PageHead.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { OrderReceipt } from './OrderReceipt.tsx'
import { guestOrderQuery } from './queries.ts'

const statusNames = { processing: 'Processing', completed: 'Completed', canceled: 'Canceled' }

/** Server and browser must write the same day, wherever each of them stands: the shop's. */
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** The page behind the link in a guest's mail. */
export default function GuestOrderPage() {
  const { order_id } = useParams()
  const [search] = useSearchParams()
  const { data: order } = useSuspenseQuery(guestOrderQuery(Number(order_id), search.get('key') ?? ''))
  const title = `Order ${order.id}`
  return (
    <>
      <PageHead title={title} />
      <PageFrame
        crumbs={[{ label: 'Home', to: paths.home }, { label: title }]}
        title={title}
        aside={
          <Button kind="quiet" className="noscript:hidden print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        }
      >
        <dl className="mb-8 flex flex-wrap gap-x-10 gap-y-3">
          <div>
            <dt className="text-note text-muted">Date</dt>
            <dd>{day.format(new Date(order.created_at))}</dd>
          </div>
          <div>
            <dt className="text-note text-muted">Status</dt>
            <dd>{statusNames[order.status]}</dd>
          </div>
        </dl>
        <OrderReceipt order={order} />
      </PageFrame>
    </>
  )
}
