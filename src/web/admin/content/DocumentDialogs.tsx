import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { type ContentDocument, scheduleContentCall } from '#contract/content/documents.ts'
import { parseShopTime } from '#domain/calendar/shop-time.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { describeState } from './document-labels.ts'

type DialogProps = { document: ContentDocument; onClose: () => void }

const facts = (document: ContentDocument) => ({
  State: describeState(document).label,
  'Changed by': document.changed_by ?? '',
})

/** Creates a link that shows the draft to anyone who has it. */
export function PreviewDialog({ document, onClose }: DialogProps) {
  const [preview, setPreview] = useState<AdminResponse<'previewContent'>>()
  const create = useAdminMutation('previewContent', { onSuccess: setPreview })
  const params = { document: document.document }
  return (
    <Dialog open onClose={onClose} title="Preview">
      <div className="grid gap-4">
        {preview ? (
          <>
            <p>
              Anyone with this link can see the draft until {formatDateTime(preview.expires_at)}. Search engines don’t
              list it.
            </p>
            <a href={preview.url} target="_blank" rel="noreferrer" className="text-link break-all">
              {preview.url}
            </a>
          </>
        ) : (
          <>
            <p>Shows the newest version as visitors will see it, to anyone with the link, for seven days.</p>
            <Button
              kind="primary"
              autoFocus
              busy={create.isPending}
              className="justify-self-start"
              onClick={() => create.mutate({ params, body: {} })}
            >
              Create a link
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

export function ScheduleDialog({
  document,
  onScheduled,
  onClose,
}: DialogProps & { onScheduled: (document: ContentDocument) => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(document)
  const params = { document: document.document }
  const schedule = useAdminMutation('scheduleContent', {
    hideErrorToast: true,
    successMessage: ({ scheduled_for }) => `Visitors see it from ${formatDateTime(scheduled_for ?? '')}.`,
    onSuccess: onScheduled,
  })
  const form = useAdminForm({
    call: scheduleContentCall,
    fields: { at: '' },
    body: ({ at }) => ({ at: parseShopTime(at) ?? '', expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) => schedule.mutateAsync({ params, body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title="Schedule" submit="Schedule" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={facts} />
      <p>Until then, visitors see {document.published_number === null ? 'nothing' : 'the published version'}.</p>
      <TextField {...form.field('at')} type="datetime-local" label="Publish at" hint="New York time." autoFocus />
    </FormDialog>
  )
}

export function UnpublishDialog({
  document,
  onUnpublished,
  onClose,
}: DialogProps & { onUnpublished: (document: ContentDocument) => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(document)
  const params = { document: document.document }
  const unpublish = useAdminMutation('unpublishContent', {
    hideErrorToast: true,
    successMessage: 'The page is off the store.',
    onSuccess: onUnpublished,
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Take ${document.title} off the store?`}
      submit="Take off the store"
      danger
      focusSubmit
      onSubmit={() => sendExpected((expected_version) => unpublish.mutateAsync({ params, body: { expected_version } }))}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={facts} />
      <p>Links to it then show that the page is not found. Its versions are kept, and you can publish it again.</p>
    </FormDialog>
  )
}
