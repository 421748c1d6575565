import { useEffect, useRef, useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { OrderPacked } from './OrderPacked.tsx'
import { OrderUnavailableNotice } from './OrderUnavailableNotice.tsx'
import { PickStep } from './PickStep.tsx'
import { ReadyToPack } from './ReadyToPack.tsx'
import { isDone, type PackList, type PackOrder, stepsOf } from './steps.ts'
import type { PackingProps } from './use-packing.ts'

export type OrderProps = PackingProps & { order: PackOrder; list: PackList; onNext: () => void }

/** Picks one order line by line, then packs it. */
export function PackOneOrder({ order, list, packing, onNext }: OrderProps) {
  const { id } = order
  const steps = stepsOf(order)
  const picked = packing.packing.picked[id] ?? {}
  const [justPacked, setJustPacked] = useState<number>()
  const packedShipment = order.shipments.find((shipment) => shipment.id === packing.packing.shipments[id])
  // After a reload the shipment still belongs to this person, unless more of the order remains to be packed.
  const shipmentId = justPacked ?? (steps.length === 0 ? packedShipment?.id : undefined)
  const pack = useAdminMutation('packOrder', {
    onSuccess({ fulfillment: { shipments } }) {
      const newest = Math.max(...shipments.map((shipment) => shipment.id))
      setJustPacked(newest)
      packing.setPacked(id, newest)
    },
  })
  const change = useChangeByOthers(order, shipmentId)
  const header = (
    <PageHeader
      title={`Order ${id}`}
      note={`${list.orders.findIndex((candidate) => candidate.id === id) + 1} of ${list.orders.length}`}
    >
      <p className="text-muted">
        {order.name} · {order.shipping_method}
      </p>
      {order.comments !== '' && (
        <p className="rounded-card bg-warning-tint px-4 py-2.5 text-warning">“{order.comments}”</p>
      )}
    </PageHeader>
  )

  if (shipmentId !== undefined)
    return (
      <Sheet>
        {header}
        <OrderPacked order={order} shipmentId={shipmentId} onNext={onNext} />
      </Sheet>
    )
  if (steps.length === 0)
    return (
      <Sheet>
        {header}
        <OrderUnavailableNotice
          order={order}
          picked={picked}
          onNext={() => {
            packing.putBack(id)
            onNext()
          }}
        />
      </Sheet>
    )
  const current = steps.find((step) => !isDone(step, picked))
  return (
    <Sheet>
      {header}
      {change && (
        <Alert tone="warning" className="mb-4">
          {change} The current step is shown below.
        </Alert>
      )}
      {current ? (
        <PickStep
          key={current.key}
          step={current}
          steps={steps}
          picked={picked}
          onPicked={(next) => packing.setPicked(id, next)}
          onLeave={onNext}
        />
      ) : (
        <ReadyToPack
          order={order}
          picked={picked}
          isPacking={pack.isPending}
          onRestart={() => packing.setPicked(id, {})}
          onPack={(lines) =>
            pack.mutate({
              params: { order_id: id },
              body: {
                expected_version: order.version,
                ...(lines && { lines }),
                // The button label warns that the check may bounce.
                ...(order.clears_on !== null && { uncleared: true }),
              },
            })
          }
          onNext={onNext}
        />
      )}
    </Sheet>
  )
}

/** A phone-sized layout with the action bar at the bottom. */
const Sheet = ({ children }: { children: React.ReactNode }) => (
  <div className="mx-auto flex min-h-[calc(100dvh-6.5rem)] max-w-form flex-col">{children}</div>
)

/** Returns who packed part of the order since this page was opened; undefined when nothing changed. */
function useChangeByOthers({ shipments }: PackOrder, ownShipmentId: number | undefined): string | undefined {
  const packed = shipments.map(({ id }) => id).join()
  const lastPacked = useRef(packed)
  useEffect(() => {
    // Ignores this person's own packing.
    if (ownShipmentId !== undefined) lastPacked.current = packed
  }, [ownShipmentId, packed])
  if (packed === lastPacked.current || ownShipmentId !== undefined) return undefined
  const last = shipments.at(-1)
  return last ? `${last.packed_by} packed part of it.` : 'Part of it was unpacked.'
}
