import { adminUrl } from '#web/admin/api/api.ts'
import { Section } from '../../ui/Section.tsx'
import { formatItems, type OrderRecord } from './order-record.ts'
import { ShipmentItem } from './ShipmentItem.tsx'
import { TaskButton } from './TaskButton.tsx'

/** Shipments by state, and the units not packed yet. */
export function Shipments({ record }: { record: OrderRecord }) {
  const { order, fulfillment } = record
  const { shipments, open, open_units } = fulfillment
  const isLive = order.status !== 'canceled'
  return (
    <Section
      title={order.type === 'D' ? 'Shipments' : 'Pickup'}
      note={isLive && open_units > 0 ? `${formatItems(open_units)} not packed` : undefined}
      actions={
        <>
          {isLive && open_units > 0 && (
            <a
              className="text-link text-small"
              href={adminUrl('pickList', { query: { ids: String(order.id) } })}
              target="_blank"
              rel="noreferrer"
            >
              Pick list (PDF)
            </a>
          )}
          <TaskButton task="pack" record={record}>
            Pack some items
          </TaskButton>
        </>
      }
    >
      {shipments.length === 0 && (
        <p className="py-3 text-muted">{isLive ? 'Nothing packed yet.' : 'Nothing was packed.'}</p>
      )}
      {shipments.length > 0 && (
        <ul>
          {shipments.map((shipment, index) => (
            <ShipmentItem key={shipment.id} record={record} shipment={shipment} number={index + 1} />
          ))}
        </ul>
      )}
      {isLive && shipments.length > 0 && open_units > 0 && (
        <p className="py-2 text-muted">
          Not packed: {open.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
        </p>
      )}
    </Section>
  )
}
