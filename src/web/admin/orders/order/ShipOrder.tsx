import { useState } from 'react'
import { type Carrier, carrierCodes, carrierName, guessCarrier } from '#domain/fulfillment/carriers.ts'
import { Select, TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { StepsChanged } from './OrderConflicts.tsx'
import type { DialogOfOneProps } from './dialog-props.ts'
import { NotPaidYet, uncleared } from './PaymentWarning.tsx'
import { pieces, type StaffShipment } from './order-file.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useExpectedVersion } from './use-expected-version.ts'

const contentOf = ({ lines }: Pick<StaffShipment, 'lines'>): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** Ships a parcel. The tracking number comes first because the packer has it in front of them. */
export function ShipParcel({ file, of, onClose }: DialogOfOneProps) {
  const { order, money, fulfillment } = file
  const { seen, repeat } = useExpectedVersion(fulfillment.steps_taken, 'steps_taken')
  const packed = fulfillment.shipments.filter(({ state }) => state === 'packed')
  const [chosen, setChosen] = useState(of === 0 ? packed[0]?.id : of)
  const [number, setNumber] = useState('')
  const [carrier, setCarrier] = useState<Carrier | ''>('')
  const guessed = guessCarrier(number)
  const ship = useOrderMutation('shipOrder', { done: 'Shipped. The customer gets an email.', isQuiet: true })
  const parcel = packed.find(({ id }) => id === chosen)
  const isNothing = !parcel && (chosen !== undefined || fulfillment.open_units === 0)
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Ship"
      submit="Ship"
      disabled={isNothing}
      onSubmit={() =>
        repeat((expected_steps) =>
          ship.mutateAsync({
            params: { order_id: order.id },
            body: {
              ...(chosen !== undefined && { shipment_id: chosen }),
              ...(carrier !== '' && { carrier }),
              tracking_number: number,
              expected_steps,
              ...uncleared(money),
            },
          }),
        )
      }
    >
      <StepsChanged seen={seen} present={fulfillment.steps_taken} />
      <NotPaidYet money={money} />
      {isNothing && <p>This shipment no longer needs to be shipped.</p>}
      {packed.length > 1 ? (
        <Select label="Shipment" value={chosen} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {packed.map((shipment) => (
            <option key={shipment.id} value={shipment.id}>
              {contentOf(shipment)}
            </option>
          ))}
        </Select>
      ) : (
        <p className="figures">
          {parcel ? contentOf(parcel) : !isNothing && `${pieces(fulfillment.open_units)}, packed and shipped together`}
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
        <option value="">{guessed ? `${carrierName(guessed)} (detected)` : 'Detect from tracking number'}</option>
        {carrierCodes.map((code) => (
          <option key={code} value={code}>
            {carrierName(code)}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
