import { FormDialog } from '../../ui/FormDialog.tsx'
import { StepsChanged } from './OrderConflicts.tsx'
import type { DialogProps } from './dialog-props.ts'
import { LineQuantities, quantitiesOf } from './LineQuantities.tsx'
import { NotPaidYet, uncleared } from './PaymentWarning.tsx'
import { pieces } from './order-file.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useExpectedVersion } from './use-expected-version.ts'

/** Packs one parcel of the open pieces; defaults to all of them. */
export function PackSome({ file, onClose }: DialogProps) {
  const { order, money, fulfillment } = file
  const { seen, repeat } = useExpectedVersion(fulfillment.steps_taken, 'steps_taken')
  const pack = useOrderMutation('packOrder', { done: 'Packed.', isQuiet: true })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Pack some items"
      submit="Pack"
      focusSubmit
      disabled={fulfillment.open.length === 0}
      onSubmit={(form) =>
        repeat((expected_steps) =>
          pack.mutateAsync({
            params: { order_id: order.id },
            body: { lines: quantitiesOf(form, fulfillment.open), expected_steps, ...uncleared(money) },
          }),
        )
      }
    >
      <StepsChanged seen={seen} present={fulfillment.steps_taken} />
      <NotPaidYet money={money} />
      {fulfillment.open.length === 0 ? (
        <p>Everything is already packed.</p>
      ) : (
        <>
          <p>{`${pieces(fulfillment.open_units)} not packed. Enter what goes in this ${order.type === 'D' ? 'shipment' : 'bag'}; 0 leaves a line out.`}</p>
          <LineQuantities lines={fulfillment.open} verb="Quantity" />
        </>
      )}
    </FormDialog>
  )
}
