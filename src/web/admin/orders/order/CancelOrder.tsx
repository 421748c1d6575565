import { useState } from 'react'
import { cancelOrderCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { OrderChanged } from './OrderConflicts.tsx'
import { cancelEffects } from './cancel-effects.ts'
import type { DialogProps } from './dialog-props.ts'
import { Effects } from './Effects.tsx'
import { NetworkOfCancel } from './CancelNetworkEffects.tsx'
import { pieces, piecesOutside } from './order-file.ts'
import { useOrderMutation } from './use-order-mutation.ts'
import { useExpectedVersion } from './use-expected-version.ts'

/** Cancels an order after showing the credit note, the restocked goods and the refund due. */
export function CancelOrder({ file, onClose }: DialogProps) {
  const cancel = useOrderMutation('cancelOrder', { done: 'Canceled.', isQuiet: true })
  const present = { status: file.order.status, balance: file.money.balance, steps_taken: file.fulfillment.steps_taken }
  const { seen, repeat } = useExpectedVersion(present, 'present')
  const [restock, setRestock] = useState(true)
  const { order } = file
  const outside = piecesOutside(file)
  const form = useAdminForm({
    call: cancelOrderCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason, restock, expected: seen }),
    send: (body) =>
      repeat(() =>
        cancel.mutateAsync({
          params: { order_id: order.id },
          body,
        }),
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
      look={order.status === 'completed' ? 'wide' : 'card'}
      {...form.dialog}
    >
      <OrderChanged seen={seen} present={present} />
      <Effects effects={cancelEffects(file, restock)} />
      {outside > 0 && (
        <Checkbox
          label={`${outside === 1 ? 'The item that was' : `The ${pieces(outside)} that were`} handed over came back and can be restocked`}
          checked={restock}
          onChange={(event) => setRestock(event.currentTarget.checked)}
        />
      )}
      {order.status === 'completed' && <NetworkOfCancel file={file} />}
      <TextField label="Reason" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}
