import { reinstateOrderCall } from '#contract/orders/admin-changes.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { reinstateEffects } from './cancel-effects.ts'
import type { DialogProps } from './dialog-props.ts'
import { Effects } from './Effects.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** Reinstates a canceled order, as when its payment arrives late. */
export function ReinstateOrder({ record, onClose }: DialogProps) {
  const reinstate = useOrderMutation('reinstateOrder', { successMessage: 'Reinstated.', hideErrorToast: true })
  const form = useAdminForm({
    call: reinstateOrderCall,
    fields: { reason: '' },
    body: ({ reason }) => ({ reason }),
    send: (body) => reinstate.mutateAsync({ params: { order_id: record.order.id }, body }),
  })
  return (
    <FormDialog open onClose={onClose} title="Reinstate order" submit="Reinstate" {...form.dialog}>
      <Effects effects={reinstateEffects(record)} />
      <p className="text-small text-muted">
        Only an order that was never completed and has no credit note can be reinstated.
      </p>
      <TextField label="Reason" {...form.field('reason')} autoFocus />
    </FormDialog>
  )
}
