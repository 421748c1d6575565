import { pickUpOrderCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { TargetDialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { formatItems, packedCount } from './order-record.ts'
import { confirmUncleared, PaymentWarning } from './PaymentWarning.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** Hands over the goods at the counter. */
export function HandOver({ record, targetId, onClose }: TargetDialogProps) {
  const { order, money, fulfillment } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
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
      expected_version: opened.version,
      ...confirmUncleared(money),
    }),
    send: (body) =>
      sendExpected((expected_version) =>
        handOver.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Hand over" submit="Hand over" {...form.dialog}>
      <OrderChanges opened={opened} latest={latest} />
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
