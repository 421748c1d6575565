import type { ReactNode } from 'react'
import { hideCommentCall } from '#contract/posts/admin-calls.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { FormDialog } from '../ui/FormDialog.tsx'

type HideDialogProps = {
  title: string
  note: string
  /** Notice of a change made since the dialog opened. */
  changes?: ReactNode
  onHide: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Hides a post, a comment or a reply, with a reason for its author. */
export function HideDialog({ title, note, changes, onHide, onClose }: HideDialogProps) {
  const form = useAdminForm({
    call: hideCommentCall,
    fields: { reason: '' },
    body: (fields) => fields,
    send: ({ reason }) => onHide(reason),
  })
  return (
    <FormDialog open onClose={onClose} danger title={title} submit="Hide" {...form.dialog}>
      {changes}
      <p>{note}</p>
      <TextArea label="Reason" {...form.field('reason')} />
    </FormDialog>
  )
}
