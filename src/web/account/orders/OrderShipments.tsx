import type { Order, Shipment } from '#contract/orders/calls.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import { shipmentName, withCarrier } from '#contract/orders/timeline-labels.ts'

/** Parcels of an order, goods ready or picked up at the counter, and lines still to be shipped. */
export function OrderShipments({ order }: { order: Order }) {
  const { shipments } = order
  if (shipments.length === 0) return null
  const remainingLines = order.status === 'processing' ? listRemainingLines(order) : []
  return (
    <section aria-label="Shipments" className="grid gap-5 print:break-inside-avoid">
      {shipments.map((shipment, index) => (
        <div
          key={shipment.id}
          className="grid gap-x-8 gap-y-2 border-t border-ink pt-4 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <h2 className="text-lead font-[560]">{shipmentName(shipments, index)}</h2>
          <TrackingLink shipment={shipment} />
          <ul className="sm:col-span-2">
            {listSteps(shipment).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
          <Goods lines={shipment.lines} />
        </div>
      ))}
      {remainingLines.length > 0 && (
        <div className="grid gap-2 border-t border-hairline pt-4">
          <h2 className="text-lead font-[560]">Still to come</h2>
          <Goods lines={remainingLines} />
        </div>
      )}
    </section>
  )
}

type GoodsLine = { line: number; name: string; quantity: number }

const Goods = ({ lines }: { lines: readonly GoodsLine[] }) => (
  <ul className="text-note text-muted sm:col-span-2">
    {lines.map(({ line, name, quantity }) => (
      <li key={line} className="figures">
        {quantity} × {name}
      </li>
    ))}
  </ul>
)

/** Link to the carrier's tracking page; sends no referrer. */
function TrackingLink({ shipment: { tracking_url, tracking_number } }: { shipment: Shipment }) {
  if (tracking_number === null) return null
  if (tracking_url === null)
    return <p className="figures text-note text-muted sm:pt-1">Tracking number {tracking_number}</p>
  return (
    <p className="figures text-note sm:pt-1">
      <a href={tracking_url} rel="noreferrer" className="tap-target text-link hover:text-ink print:no-underline">
        Track {tracking_number}
      </a>
    </p>
  )
}

/** Steps of the shipment, newest first; "packed" only when nothing else happened. */
function listSteps(shipment: Shipment): string[] {
  const { ready_at, shipped_at, delivered_at, picked_up_at, picked_up_by, packed_at } = shipment
  const steps = [
    picked_up_at && `Picked up on ${formatOrderDay(picked_up_at)}${picked_up_by ? ` by ${picked_up_by}` : ''}`,
    !picked_up_at && ready_at && `Ready for pickup since ${formatOrderDay(ready_at)}`,
    delivered_at && `Delivered on ${formatOrderDay(delivered_at)}`,
    shipped_at && `Shipped on ${formatOrderDay(shipped_at)}${withCarrier(shipment)}`,
  ].filter((step) => typeof step === 'string')
  return steps.length > 0 ? steps : [`Packed on ${formatOrderDay(packed_at)}`]
}

/** Lines not shipped and not returned before shipping. */
function listRemainingLines({ products, shipments }: Order): GoodsLine[] {
  return products.flatMap(({ name, shippable }, line) => {
    const packedQuantity = shipments
      .flatMap(({ lines }) => lines)
      .reduce((sum, packed) => (packed.line === line ? sum + packed.quantity : sum), 0)
    return shippable > packedQuantity ? [{ line, name, quantity: shippable - packedQuantity }] : []
  })
}
