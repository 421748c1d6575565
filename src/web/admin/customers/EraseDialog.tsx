import type { ReactNode } from 'react'
import { eraseMemberCall } from '#contract/privacy/admin-calls.ts'
import { openBusinessLabels, type PersonOpenBusiness } from '#contract/privacy/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'

type EraseDialogProps = {
  title: string
  openItems: PersonOpenBusiness
  /** Notice of a change made since the dialog opened. */
  changes: ReactNode
  onErase: (body: { reason: string; acknowledge_open: boolean }) => Promise<unknown>
  onClose: () => void
  /** Describes what is erased and what remains. */
  children: ReactNode
}

/** Erases a person permanently. Lists open obligations, which need an explicit confirmation. */
export function EraseDialog({ title, openItems, changes, onErase, onClose, children }: EraseDialogProps) {
  const lines = openBusinessLabels(openItems)
  const form = useAdminForm({
    call: eraseMemberCall,
    fields: { reason: '', acknowledge_open: false },
    body: (fields) => ({ ...fields, expected_version: '' }),
    send: ({ reason, acknowledge_open = false }) => onErase({ reason, acknowledge_open }),
  })
  return (
    <FormDialog open onClose={onClose} title={title} submit="Erase permanently" danger {...form.dialog}>
      {changes}
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
          <Checkbox {...form.field('acknowledge_open')} label="Erase anyway" />
        </>
      )}
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="Saved in the audit log, so don’t include their name."
        autoFocus
      />
    </FormDialog>
  )
}
