import { packOrderCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { LineQuantities, lineQuantities, readQuantities } from './LineQuantities.tsx'
import { OrderChanges } from './OrderChanges.tsx'
import { formatItems } from './order-record.ts'
import { confirmUncleared, PaymentWarning } from './PaymentWarning.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** Packs one shipment of the open units; defaults to all of them. */
export function PackSome({ record, onClose }: DialogProps) {
  const { order, money, fulfillment } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const pack = useOrderMutation('packOrder', { successMessage: 'Packed.', hideErrorToast: true })
  const form = useAdminForm({
    call: packOrderCall,
    fields: lineQuantities(fulfillment.open),
    body: (fields) => ({
      lines: readQuantities(fields, fulfillment.open),
      expected_version: opened.version,
      ...confirmUncleared(money),
    }),
    send: (body) =>
      sendExpected((expected_version) =>
        pack.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Pack some items"
      submit="Pack"
      focusSubmit
      disabled={fulfillment.open.length === 0}
      {...form.dialog}
    >
      <OrderChanges opened={opened} latest={latest} />
      <PaymentWarning money={money} />
      {fulfillment.open.length === 0 ? (
        <p>Everything is already packed.</p>
      ) : (
        <>
          <p>{`${formatItems(fulfillment.open_units)} not packed. Enter what goes in this ${order.type === 'D' ? 'shipment' : 'bag'}; 0 leaves a line out.`}</p>
          <LineQuantities lines={fulfillment.open} field={form.field} />
        </>
      )}
    </FormDialog>
  )
}
