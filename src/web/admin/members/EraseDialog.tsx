import type { ReactNode } from 'react'
import { openLabels, type PersonsOpenBusiness } from '#contract/open-business-labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'

type EraseDialogProps = {
  title: string
  open: PersonsOpenBusiness
  onErase: (body: { reason: string; despite_open: boolean }) => Promise<unknown>
  onClose: () => void
  /** Describes what is erased and what remains. */
  children: ReactNode
}

/** Erases a person permanently. Lists open obligations, which need an explicit confirmation. */
export function EraseDialog({ title, open, onErase, onClose, children }: EraseDialogProps) {
  const lines = openLabels(open)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      submit="Erase permanently"
      danger
      onSubmit={(form) => onErase({ reason: textOf(form, 'reason'), despite_open: form.get('despite_open') === 'on' })}
    >
      <p>{children}</p>
      {lines.length > 0 && (
        <>
          <Alert tone="warning">
            <div>
              Still open:
              <ul className="list-disc pl-5">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          </Alert>
          <Checkbox name="despite_open" label="Erase anyway" />
        </>
      )}
      <TextField name="reason" label="Reason" hint="Saved in the audit log, so don’t include their name." autoFocus />
    </FormDialog>
  )
}
