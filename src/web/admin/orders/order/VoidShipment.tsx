import { voidShipmentCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { StepsChanged } from './OrderConflicts.tsx'
import type { DialogOfOneProps } from './dialog-props.ts'
import { pieces } from './order-file.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useExpectedVersion } from './use-expected-version.ts'

/** Unpacks a parcel that has not left; its goods can be packed again. */
export function VoidParcel({ file, of, onClose }: DialogOfOneProps) {
  const { order, fulfillment } = file
  const { seen, repeat } = useExpectedVersion(fulfillment.steps_taken, 'steps_taken')
  const unpack = useOrderMutation('voidShipment', { done: 'Unpacked.', isQuiet: true })
  const form = useAdminForm({
    call: voidShipmentCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ shipment_id: of, reason, expected_steps: seen }),
    send: (body) =>
      repeat(() =>
        unpack.mutateAsync({
          params: { order_id: order.id },
          body,
        }),
      ),
  })
  const parcel = fulfillment.shipments.find(({ id }) => id === of)
  if (!parcel) return null
  const quantity = parcel.lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <FormDialog open onClose={onClose} danger title="Unpack" submit="Unpack" {...form.dialog}>
      <StepsChanged seen={seen} present={fulfillment.steps_taken} />
      <p>{`${pieces(quantity)} will need packing again, ${pieces(fulfillment.open_units + quantity)} in all.`}</p>
      <TextField label="Reason" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}
