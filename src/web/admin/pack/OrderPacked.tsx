import Check from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import { adminUrl } from '../client/api.ts'
import { useAct } from '../client/use-act.ts'
import { Button } from '../ui/Button.tsx'
import { Papers } from './Papers.tsx'
import type { PackOrder } from './steps.ts'

type OrderPackedProps = { order: PackOrder; shipmentId: number; onNext: () => void }

/** It is in its box: its papers, and on to the next. */
export function OrderPacked({ order, shipmentId, onNext }: OrderPackedProps) {
  const { id, type, lines, shipments, steps_taken } = order
  const ready = useAct('readyForPickup', { done: 'The customer is told that it is ready.' })
  const params = { shipment_id: shipmentId }
  const waits = shipments.find((shipment) => shipment.id === shipmentId)?.state === 'packed'
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="grid grow content-start gap-5">
        <h2 ref={heading} tabIndex={-1} className="display flex items-center gap-3 text-title">
          <Check size={28} className="shrink-0 text-success" aria-hidden />
          {lines.length > 0 ? 'What was there is packed' : 'Packed'}
        </h2>
        <Papers
          links={[
            { label: 'Packing slip', href: adminUrl('packingSlip', { params }) },
            { label: 'Label', href: adminUrl('shippingLabel', { params }) },
          ]}
        />
        {type === 'P' && waits && (
          <Button
            className="max-sm:min-h-12"
            busy={ready.isPending}
            onClick={() =>
              ready.mutate({ params: { order_id: id }, body: { shipment_id: shipmentId, expected_steps: steps_taken } })
            }
          >
            Ready for pickup: tell {order.name}
          </Button>
        )}
      </div>
      <div className="sticky bottom-0 -mx-4 bg-paper px-4 pt-3 pb-4 sm:mx-0 sm:px-0">
        <Button kind="primary" className="min-h-16 w-full text-lead" onClick={onNext}>
          Next order
        </Button>
      </div>
    </>
  )
}
