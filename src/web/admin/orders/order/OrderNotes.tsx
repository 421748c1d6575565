import { useState } from 'react'
import { errorMessage, fieldErrors } from '#web/admin/api/error-messages.ts'
import { useHasPermission } from '#web/admin/api/session.tsx'
import { ApiError } from '#web/api/api.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import type { OrderRecord } from './order-record.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Internal notes that customers cannot see. */
export function OrderNotes({ record: { order, notes, version } }: { record: OrderRecord }) {
  const canWrite = useHasPermission('orders.change')
  const [note, setNote] = useState('')
  // Changes that this page shows already, such as notes above the field, need no conflict.
  const add = useOrderMutation('addOrderNote', { onSuccess: () => setNote(''), hideErrorToast: true })
  const error = add.error === null ? undefined : (fieldErrors(add.error).note ?? errorMessage(add.error))
  const isConflict = add.error instanceof ApiError && add.error.problem?.code === 'stale'
  return (
    <Section title="Notes">
      <UnsavedGuard when={note.trim() !== '' && !add.isPending} message="Your note is not saved." isKeptInPage />
      {notes.length > 0 && (
        <ul aria-label="Notes">
          {notes.map(({ id, note, created_by, created_at, erased }) => (
            <li key={id} className="border-b border-hairline py-2 break-words">
              <p className="whitespace-pre-line">{erased ? 'Erased with personal data.' : note}</p>
              <p className="text-small text-muted">
                {created_by}, <TimeAgo at={created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {canWrite && (
        <form
          className="grid gap-2 pt-3"
          noValidate
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            if (!add.isPending)
              add.mutate({ params: { order_id: order.id }, body: { note, expected_version: version } })
          }}
        >
          <TextArea
            label={<span className="sr-only">A note for other staff</span>}
            name="note"
            rows={2}
            placeholder="A note for other staff"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={error}
          />
          <Button type="submit" busy={add.isPending} disabled={note.trim() === ''} className="justify-self-end">
            {isConflict ? 'Add anyway' : 'Add note'}
          </Button>
        </form>
      )}
    </Section>
  )
}
