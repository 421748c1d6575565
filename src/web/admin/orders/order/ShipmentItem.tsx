import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import { carrierName } from '#domain/fulfillment/carriers.ts'
import { adminUrl } from '#web/admin/api/api.ts'
import { useHasPermission } from '#web/admin/api/session.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx'
import { StateDot, type StateTone } from '../../ui/StateDot.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import type { OrderRecord, StaffShipment } from './order-record.ts'
import { shipmentLabels } from './shipment-labels.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useTask } from './use-task.ts'

type State = StaffShipment['state']
const stateTones: Record<State, StateTone> = {
  packed: 'waiting',
  ready_for_pickup: 'waiting',
  shipped: 'good',
  delivered: 'good',
  picked_up: 'good',
  voided: 'idle',
}

type ShipmentItemProps = { record: OrderRecord; shipment: StaffShipment; number: number }

/** A shipment: contents, steps with author and time, and documents. */
export function ShipmentItem({ record, shipment, number }: ShipmentItemProps) {
  const { id, kind, state, carrier, tracking_number, tracking_url, picked_up_name, void_reason, lines, steps } =
    shipment
  const isVoidable = state === 'packed' || state === 'ready_for_pickup'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-hairline py-2.5">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="figures font-[560]">{`${kind === 'pickup' ? 'Pickup' : 'Shipment'} ${number}`}</span>
          <StateDot tone={stateTones[state]}>{shipmentLabels[state]}</StateDot>
          {tracking_number !== null && (
            <span className="figures">
              {carrier !== null && `${carrierName(carrier)} `}
              {tracking_url === null ? (
                tracking_number
              ) : (
                <a href={tracking_url} target="_blank" rel="noreferrer" className="text-link break-all">
                  {tracking_number} <ExternalLink size={13} className="inline" aria-label="at the carrier" />
                </a>
              )}
            </span>
          )}
        </p>
        <p className="figures">{lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</p>
        {steps.map(({ step, at, by }) => (
          <p key={step} className="text-small text-muted">
            {shipmentLabels[step]} <TimeAgo at={at} /> by {by}
            {step === 'picked_up' && picked_up_name && `, picked up by ${picked_up_name}`}
            {step === 'voided' && void_reason && `: ${void_reason}`}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-1">
        <ShipmentStep record={record} shipment={shipment} />
        {state !== 'voided' && (
          <Menu
            trigger={
              <IconButton label={`More about shipment ${number}`}>
                <Ellipsis size={17} aria-hidden />
              </IconButton>
            }
          >
            <MenuLink href={adminUrl('packingSlip', { params: { shipment_id: id } })}>Packing slip (PDF)</MenuLink>
            {kind === 'delivery' && (
              <MenuLink href={adminUrl('shippingLabel', { params: { shipment_id: id } })}>
                Label, 4 × 6 in (PDF)
              </MenuLink>
            )}
            {isVoidable && <VoidMenuItem shipmentId={id} />}
          </Menu>
        )}
      </div>
    </li>
  )
}

function VoidMenuItem({ shipmentId }: { shipmentId: number }) {
  const { open } = useTask()
  return useHasPermission('shipments.change') ? (
    <MenuItem danger onSelect={() => open('void', shipmentId)}>
      Unpack …
    </MenuItem>
  ) : null
}

/** The next step of this shipment; the next step of the whole order is at the top of the page. */
function ShipmentStep({ record, shipment: { id, kind, state } }: { record: OrderRecord; shipment: StaffShipment }) {
  const { open } = useTask()
  const deliver = useOrderMutation('deliverOrder', { successMessage: 'Delivered.' })
  const ready = useOrderMutation('readyForPickup', { successMessage: 'The customer was notified.' })
  const params = { order_id: record.order.id }
  const body = { shipment_id: id, expected_version: record.version }
  if (!useHasPermission('shipments.change')) return null
  if (state === 'packed' && kind === 'delivery') return <Button onClick={() => open('ship', id)}>Ship</Button>
  if (state === 'packed')
    return (
      <Button busy={ready.isPending} onClick={() => ready.mutate({ params, body })}>
        Ready
      </Button>
    )
  if (state === 'ready_for_pickup') return <Button onClick={() => open('hand_over', id)}>Hand over</Button>
  if (state === 'shipped')
    return (
      <Button busy={deliver.isPending} onClick={() => deliver.mutate({ params, body })}>
        Delivered
      </Button>
    )
  return null
}
