import { pickUpOrderCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { StepsChanged } from './OrderConflicts.tsx'
import type { DialogOfOneProps } from './dialog-props.ts'
import { NotPaidYet, uncleared } from './PaymentWarning.tsx'
import { packedPieces, pieces } from './order-file.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useExpectedVersion } from './use-expected-version.ts'

/** Hands over the goods at the counter. */
export function HandOver({ file, of, onClose }: DialogOfOneProps) {
  const { order, money, fulfillment } = file
  const { seen, repeat } = useExpectedVersion(fulfillment.steps_taken, 'steps_taken')
  const handOver = useOrderMutation('pickUpOrder', { done: 'Handed over.', isQuiet: true })
  const packed = packedPieces(file)
  const one = fulfillment.shipments.find(({ id }) => id === of)
  const quantity = one
    ? one.lines.reduce((sum, line) => sum + line.quantity, 0)
    : packed > 0
      ? packed
      : fulfillment.open_units
  const form = useAdminForm({
    call: pickUpOrderCall,
    fields: { picked_up_by: `${order.first_name} ${order.last_name}` },
    body: ({ picked_up_by }) => ({
      ...(one && { shipment_id: one.id }),
      picked_up_by,
      expected_steps: seen,
      ...uncleared(money),
    }),
    send: (body) =>
      repeat(() =>
        handOver.mutateAsync({
          params: { order_id: order.id },
          body,
        }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Hand over" submit="Hand over" {...form.dialog}>
      <StepsChanged seen={seen} present={fulfillment.steps_taken} />
      <NotPaidYet money={money} />
      <p>{`${pieces(quantity)} will be handed over.`}</p>
      <TextField
        label="Picked up by"
        {...form.field('picked_up_by')}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </FormDialog>
  )
}
