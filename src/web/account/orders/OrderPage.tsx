import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatOrderDay, secondaryStateLabels, statusNames } from '#contract/orders/labels.ts'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { callUrl } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ClaimAccountPayment } from './ClaimPayment.tsx'
import { OrderReceipt } from './OrderReceipt.tsx'
import { OrderTools } from './OrderTools.tsx'
import { PointsFact } from './PointsFact.tsx'
import { findLoadedOrder, orderQuery } from './queries.ts'

export default function OrderPage() {
  return (
    <AccountFrame title="Order Detail" aside={<AccountOrderTools />}>
      {() => <OrderDetail />}
    </AccountFrame>
  )
}

function AccountOrderTools() {
  const order_id = Number(useParams().order_id)
  const { data: order } = useQuery(orderQuery(order_id))
  return (
    <OrderTools
      invoice={callUrl('invoice', { params: { order_id } })}
      order={order}
      creditNote={(number) => callUrl('creditNote', { params: { order_id, number } })}
    />
  )
}

function OrderDetail() {
  const { order_id } = useParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const id = Number(order_id)
  const { data: order, isLoadingError } = useQuery(orderQuery(id))
  // The loaded list already has the heading (docs/specification §7).
  const heading = order ?? findLoadedOrder(client, id)
  // Any error redirects to the list (docs/specification §8). An order that is already shown stays, to keep unsaved
  // input.
  useEffect(() => {
    if (isLoadingError) navigate(paths.accountOrders, { replace: true })
  }, [isLoadingError, navigate])
  return (
    <>
      <PageLink to={paths.accountOrders} className="tap-target text-link hover:text-ink print:hidden">
        Back
      </PageLink>
      {heading && (
        <p className="mt-4 mb-8 print:mb-5">
          <span className="font-[560]">Order {heading.id}</span>, {formatOrderDay(heading.created_at)},{' '}
          {[statusNames[heading.status], secondaryStateLabels(heading)].filter(Boolean).join(' · ')}
        </p>
      )}
      {order ? (
        <OrderReceipt
          order={order}
          claim={<ClaimAccountPayment order={order} />}
          points={<PointsFact order={order} />}
        />
      ) : (
        <Spinner label="Loading your order" className="mt-4 text-muted" />
      )}
    </>
  )
}
