import { useState } from 'react'
import { type Carrier, carrierCodes, carrierName, guessCarrier } from '#domain/fulfillment/carriers.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { Select, TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { TargetDialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { formatItems, type StaffShipment } from './order-record.ts'
import { confirmUncleared, PaymentWarning } from './PaymentWarning.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

const describeContents = ({ lines }: Pick<StaffShipment, 'lines'>): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** Ships a shipment. The tracking number comes first because the packer has it in front of them. */
export function ShipOrder({ record, targetId, onClose }: TargetDialogProps) {
  const { order, money, fulfillment } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const packed = fulfillment.shipments.filter(({ state }) => state === 'packed')
  const [selectedId, setSelectedId] = useState(targetId === 0 ? packed[0]?.id : targetId)
  const [number, setNumber] = useState('')
  const [carrier, setCarrier] = useState<Carrier | ''>('')
  const detectedCarrier = guessCarrier(number)
  const ship = useOrderMutation('shipOrder', {
    successMessage: 'Shipped. The customer gets an email.',
    hideErrorToast: true,
  })
  const shipment = packed.find(({ id }) => id === selectedId)
  const isNothingToShip = !shipment && (selectedId !== undefined || fulfillment.open_units === 0)
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Ship"
      submit="Ship"
      disabled={isNothingToShip}
      onSubmit={() =>
        sendExpected((expected_version) =>
          ship.mutateAsync({
            params: { order_id: order.id },
            body: {
              ...(selectedId !== undefined && { shipment_id: selectedId }),
              ...(carrier !== '' && { carrier }),
              tracking_number: number,
              expected_version,
              ...confirmUncleared(money),
            },
          }),
        )
      }
    >
      <OrderChanges opened={opened} latest={latest} />
      <PaymentWarning money={money} />
      {isNothingToShip && <p>This shipment no longer needs to be shipped.</p>}
      {packed.length > 1 ? (
        <Select
          label="Shipment"
          value={selectedId}
          onChange={(event) => setSelectedId(Number(event.currentTarget.value))}
        >
          {packed.map((shipment) => (
            <option key={shipment.id} value={shipment.id}>
              {describeContents(shipment)}
            </option>
          ))}
        </Select>
      ) : (
        <p className="figures">
          {shipment
            ? describeContents(shipment)
            : !isNothingToShip && `${formatItems(fulfillment.open_units)}, packed and shipped together`}
        </p>
      )}
      <TextField
        label="Tracking number"
        name="tracking_number"
        optional
        autoFocus
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        className="figures"
      />
      <Select
        label="Carrier"
        name="carrier"
        value={carrier}
        onChange={(event) => setCarrier(event.currentTarget.value as Carrier | '')}
      >
        <option value="">
          {detectedCarrier ? `${carrierName(detectedCarrier)} (detected)` : 'Detect from tracking number'}
        </option>
        {carrierCodes.map((code) => (
          <option key={code} value={code}>
            {carrierName(code)}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
