import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { editOrderCall } from '#contract/checkout/staff-orders.ts'
import { adminQuery } from '#web/admin/api/query.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { usePreview } from '#web/admin/api/use-preview.ts'
import { ApiError } from '#web/api/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { EditDelivery } from './EditDelivery.tsx'
import { EditFigures } from './EditFigures.tsx'
import { EditLines } from './EditLines.tsx'
import { draftOf, findEdit } from './order-edit.ts'
import { type OrderVersion, versionChanges } from './version-changes.ts'

/** The preview checks the other fields. */
const reasonCall = { body: z.pick(editOrderCall.body, { reason: true }) }

/** Edits an order while nothing of it is packed (docs/back-office §3, Edits). */
export function EditOrder(props: DialogProps) {
  const { data } = useQuery(adminQuery('orderVersions', { params: { order_id: props.record.order.id } }))
  return data && <EditForm {...props} versions={data.versions} />
}

function EditForm({ record, versions, onClose }: DialogProps & { versions: readonly OrderVersion[] }) {
  const { order } = record
  const method = versions.at(-1)?.shipping_method ?? ''
  const [draft, setDraft] = useState(() => draftOf(record, method))
  // Shows concurrent edits; this edit is based on the newer version only after the user has seen it.
  const [version, setVersion] = useState(record.version)
  // Version when the dialog opened: changes by others since then are listed until this edit is saved.
  const [initialVersion] = useState(record.version)
  const [isConflict, setConflict] = useState(false)
  useEffect(() => {
    // The refetched order arrives after the refusal.
    if (!isConflict || version === record.version) return
    setVersion(record.version)
    setConflict(false)
  }, [isConflict, version, record.version])
  const isOutdated = version !== record.version
  const edit = findEdit(draft, record, method)
  const request = edit && { order_id: order.id, version, ...edit }
  const preview = usePreview('previewEdit', request && !isOutdated ? { body: request } : undefined)
  const save = useAdminMutation('editOrder', {
    successMessage: 'Order updated. The customer will get an email.',
    hideErrorToast: true,
  })

  const form = useAdminForm({
    call: reasonCall,
    fields: { reason: '' },
    body: (fields) => fields,
    async send({ reason }) {
      if (!request || !preview.data) return
      const reviewed_total = preview.data.order_total
      try {
        await save.mutateAsync({ body: { ...request, reason, reviewed_total } })
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          if (error.problem?.errors?.version) setConflict(true)
          if (error.problem?.errors?.reviewed_total) preview.refetch()
        }
        throw error
      }
    },
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      variant="wide"
      title={`Edit order ${order.id}`}
      submit="Save changes"
      disabled={!preview.data || preview.data.discount_block_reason !== null}
      isChanged={edit !== undefined}
      {...form.dialog}
    >
      {initialVersion !== record.version && !isConflict && (
        <Alert tone="warning">
          <p>{`Someone else has changed the order: it is now version ${record.version}. Your entries are kept.`}</p>
          <ConcurrentChanges versions={versions} from={initialVersion} to={record.version} />
          {isOutdated && (
            <p>
              <button type="button" className="text-link tap-target" onClick={() => setVersion(record.version)}>
                Continue with the new version
              </button>
            </p>
          )}
        </Alert>
      )}
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <EditLines record={record} draft={draft} onChange={setDraft} />
          <EditDelivery record={record} draft={draft} onChange={setDraft} />
          <TextField label="Reason" {...form.field('reason')} hint="Saved with the replaced version." />
        </div>
        <div
          aria-live="polite"
          aria-busy={preview.isLoading}
          className="md:sticky md:top-0 md:border-l md:border-hairline md:pl-8"
        >
          <EditFigures
            before={order}
            balance={record.money.balance}
            preview={preview.data}
            error={preview.error}
            isLoading={preview.isLoading}
            isOutdated={isOutdated && edit !== undefined}
          />
        </div>
      </div>
    </FormDialog>
  )
}

type ConcurrentChangesProps = { versions: readonly OrderVersion[]; from: number; to: number }

/** Lists the changes of another person; nothing until both versions have loaded. */
function ConcurrentChanges({ versions, from, to }: ConcurrentChangesProps) {
  const [before, after] = [from, to].map((number) => versions.find(({ version }) => version === number))
  if (!before || !after) return null
  return (
    <ul aria-label="What they changed" className="figures my-1">
      {versionChanges(before, after).map(({ name, before, after }) => (
        <li key={name} className="wrap-anywhere">
          {`${name}: ${before} → ${after}`}
        </li>
      ))}
    </ul>
  )
}
