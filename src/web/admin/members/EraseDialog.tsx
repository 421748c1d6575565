import type { ReactNode } from 'react'
import type { OpenBusiness } from '#contract/personal-data.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox, TextField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'

type EraseDialogProps = {
  title: string
  /** A guest has no bonuses, and so no months. */
  open: Omit<OpenBusiness, 'months'> & Partial<OpenBusiness>
  onErase: (body: { reason: string; despite_open: boolean }) => Promise<unknown>
  onClose: () => void
  /** What goes and what stays. */
  children: ReactNode
}

/** Erases a person for good: what is still open is named, and must be passed over knowingly. */
export function EraseDialog({ title, open, onErase, onClose, children }: EraseDialogProps) {
  const lines = openLines(open)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      submit="Erase for good"
      danger
      onSubmit={(form) => onErase({ reason: textOf(form, 'reason'), despite_open: form.get('despite_open') === 'on' })}
    >
      <p>{children}</p>
      {lines.length > 0 && (
        <>
          <Alert tone="warning">
            <span>Still open: {lines.join('; ')}.</span>
          </Alert>
          <Checkbox name="despite_open" label="Erase although this is open" />
        </>
      )}
      <TextField name="reason" label="Why" hint="Kept in the audit log, so do not name them." autoFocus />
    </FormDialog>
  )
}

const openLines = ({ orders, balances, months = [] }: EraseDialogProps['open']): string[] => [
  ...listed('order', 'orders', orders),
  ...listed('the balance of order', 'the balances of orders', balances),
  ...listed('bonuses of', 'bonuses of', months),
]

const listed = (one: string, many: string, things: readonly (number | string)[]): string[] =>
  things.length === 0 ? [] : [`${things.length === 1 ? one : many} ${things.join(', ')}`]
