import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { dayFormat, formatOrderDay, secondaryStateLabels, statusNames } from '#contract/orders/labels.ts'
import { calculateGuestLinkExpiry } from '#domain/orders/guest-link.ts'
import { callUrl } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { ClaimGuestPayment } from './ClaimPayment.tsx'
import { OrderReceipt } from './OrderReceipt.tsx'
import { OrderTools } from './OrderTools.tsx'
import { guestOrderQuery } from './queries.ts'

/** Opened from the link in a guest's email. */
export default function GuestOrderPage() {
  const { order_id } = useParams()
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  const { data: order } = useSuspenseQuery(guestOrderQuery(Number(order_id), key))
  const title = `Order ${order.id}`
  return (
    <>
      <PageHead title={title} />
      <PageFrame
        crumbs={[{ label: 'Home', to: paths.home }, { label: title }]}
        title={title}
        aside={
          <OrderTools
            invoice={callUrl('guestInvoice', { params: { order_id: order.id }, query: { key } })}
            order={order}
            creditNote={(number) =>
              callUrl('guestCreditNote', { params: { order_id: order.id, number }, query: { key } })
            }
          />
        }
      >
        <dl className="mb-8 flex print:mb-5 flex-wrap gap-x-10 gap-y-3">
          <div>
            <dt className="text-note text-muted">Date</dt>
            <dd>{formatOrderDay(order.created_at)}</dd>
          </div>
          <div>
            <dt className="text-note text-muted">Status</dt>
            <dd>{[statusNames[order.status], secondaryStateLabels(order)].filter(Boolean).join(' · ')}</dd>
          </div>
          <div className="print:hidden">
            <dt className="text-note text-muted">This link works until</dt>
            <dd>{dayFormat.format(calculateGuestLinkExpiry(key, Date.parse(order.created_at)))}</dd>
          </div>
        </dl>
        <OrderReceipt order={order} claim={<ClaimGuestPayment order={order} linkKey={key} />} />
      </PageFrame>
    </>
  )
}
