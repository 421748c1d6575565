import { pickUpOrderCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { TargetDialogProps } from './dialog-props.ts'
import { StepsChanged } from './OrderConflicts.tsx'
import { formatItems, packedCount } from './order-record.ts'
import { confirmUncleared, PaymentWarning } from './PaymentWarning.tsx'
import { useExpectedVersion } from './use-expected-version.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Hands over the goods at the counter. */
export function HandOver({ record, targetId, onClose }: TargetDialogProps) {
  const { order, money, fulfillment } = record
  const { expected, sendExpected } = useExpectedVersion(fulfillment.steps_taken, 'steps_taken')
  const handOver = useOrderMutation('pickUpOrder', { successMessage: 'Handed over.', hideErrorToast: true })
  const packedUnits = packedCount(record)
  const shipment = fulfillment.shipments.find(({ id }) => id === targetId)
  const quantity = shipment
    ? shipment.lines.reduce((sum, line) => sum + line.quantity, 0)
    : packedUnits > 0
      ? packedUnits
      : fulfillment.open_units
  const form = useAdminForm({
    call: pickUpOrderCall,
    fields: { picked_up_by: `${order.first_name} ${order.last_name}` },
    body: ({ picked_up_by }) => ({
      ...(shipment && { shipment_id: shipment.id }),
      picked_up_by,
      expected_steps: expected,
      ...confirmUncleared(money),
    }),
    send: (body) =>
      sendExpected(() =>
        handOver.mutateAsync({
          params: { order_id: order.id },
          body,
        }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Hand over" submit="Hand over" {...form.dialog}>
      <StepsChanged expected={expected} current={fulfillment.steps_taken} />
      <PaymentWarning money={money} />
      <p>{`${formatItems(quantity)} will be handed over.`}</p>
      <TextField
        label="Picked up by"
        {...form.field('picked_up_by')}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </FormDialog>
  )
}
