import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textOf } from '../../ui/read-form.ts'
import { reinstateEffects } from './cancel-effects.ts'
import type { DialogProps } from './dialog-props.ts'
import { Effects } from './Effects.tsx'
import { useOrderMutation } from './use-order-act.ts'

/** Reinstates a canceled order, as when its payment arrives late. */
export function ReinstateOrder({ file, onClose }: DialogProps) {
  const reinstate = useOrderMutation('reinstateOrder', { done: 'Reinstated.', isQuiet: true })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Reinstate order"
      submit="Reinstate"
      onSubmit={(form) =>
        reinstate.mutateAsync({ params: { order_id: file.order.id }, body: { reason: textOf(form, 'reason') } })
      }
    >
      <Effects effects={reinstateEffects(file)} />
      <p className="text-small text-muted">
        Only an order that was never completed and has no credit note can be reinstated.
      </p>
      <TextField label="Reason" name="reason" autoFocus />
    </FormDialog>
  )
}
