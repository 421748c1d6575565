import Check from 'lucide-react/icons/circle-check'
import { adminUrl } from '../api/api.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { DocumentLinks } from './DocumentLinks.tsx'
import { NextButton, StickyActionBar } from './StickyActionBar.tsx'
import type { PackOrder } from './steps.ts'

type OrderPackedProps = { order: PackOrder; shipmentId: number; onNext: () => void }

/** The order is packed: links to its documents and to the next order. */
export function OrderPacked({ order, shipmentId, onNext }: OrderPackedProps) {
  const { id, type, lines, shipments, version } = order
  const markReady = useAdminMutation('readyForPickup', { successMessage: 'The customer was notified.' })
  const params = { shipment_id: shipmentId }
  const isUnannounced = shipments.find((shipment) => shipment.id === shipmentId)?.state === 'packed'
  return (
    <>
      <div className="grid grow content-start gap-5">
        <h2 className="display flex items-center gap-3 text-title">
          <Check size={28} className="shrink-0 text-success" aria-hidden />
          {lines.length > 0 ? 'Partly packed' : 'Packed'}
        </h2>
        <DocumentLinks
          links={[
            { label: 'Packing slip', href: adminUrl('packingSlip', { params }) },
            { label: 'Label', href: adminUrl('shippingLabel', { params }) },
          ]}
        />
        {type === 'P' && isUnannounced && (
          <Button
            className="max-sm:min-h-12"
            busy={markReady.isPending}
            onClick={() =>
              markReady.mutate({
                params: { order_id: id },
                body: { shipment_id: shipmentId, expected_version: version },
              })
            }
          >
            Ready for pickup: notify {order.name}
          </Button>
        )}
      </div>
      <StickyActionBar>
        <NextButton onClick={onNext}>Next order</NextButton>
      </StickyActionBar>
    </>
  )
}
