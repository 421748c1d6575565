import { voidShipmentCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { TargetDialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { formatItems } from './order-record.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Unpacks a shipment that has not left; its goods can be packed again. */
export function VoidShipment({ record, targetId, onClose }: TargetDialogProps) {
  const { order, fulfillment } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const unpack = useOrderMutation('voidShipment', { successMessage: 'Unpacked.', hideErrorToast: true })
  const form = useAdminForm({
    call: voidShipmentCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ shipment_id: targetId, reason, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        unpack.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  const shipment = fulfillment.shipments.find(({ id }) => id === targetId)
  if (!shipment) return null
  const quantity = shipment.lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <FormDialog open onClose={onClose} danger title="Unpack" submit="Unpack" {...form.dialog}>
      <OrderChanges opened={opened} latest={latest} />
      <p>{`${formatItems(quantity)} will need packing again, ${formatItems(fulfillment.open_units + quantity)} in all.`}</p>
      <TextField label="Reason" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}
