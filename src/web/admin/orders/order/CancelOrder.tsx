import { useState } from 'react'
import { cancelOrderCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { CancelNetworkEffects } from './CancelNetworkEffects.tsx'
import { cancelEffects } from './cancel-effects.ts'
import type { DialogProps } from './dialog-props.ts'
import { Effects } from './Effects.tsx'
import { OrderChanges } from './OrderChanges.tsx'
import { deliveredCount, formatItems } from './order-record.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Cancels an order after showing the credit note, the restocked goods and the refund due. */
export function CancelOrder({ record, onClose }: DialogProps) {
  const cancel = useOrderMutation('cancelOrder', { successMessage: 'Canceled.', hideErrorToast: true })
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const [restock, setRestock] = useState(true)
  const { order } = record
  const deliveredUnits = deliveredCount(record)
  const form = useAdminForm({
    call: cancelOrderCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, restock, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        cancel.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      danger
      title="Cancel order"
      submit="Cancel order"
      cancel="Keep order"
      variant={order.status === 'completed' ? 'wide' : 'card'}
      {...form.dialog}
    >
      <OrderChanges opened={opened} latest={latest} />
      <Effects effects={cancelEffects(record, restock)} />
      {deliveredUnits > 0 && (
        <Checkbox
          label={`${deliveredUnits === 1 ? 'The item that was' : `The ${formatItems(deliveredUnits)} that were`} handed over came back and can be restocked`}
          checked={restock}
          onChange={(event) => setRestock(event.currentTarget.checked)}
        />
      )}
      {order.status === 'completed' && <CancelNetworkEffects record={record} />}
      <TextField label="Reason" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}
