import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { editOrderCall } from '#contract/checkout/staff-orders.ts'
import { adminQuery } from '#web/admin/api/query.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { usePreview } from '#web/admin/api/use-preview.ts'
import { ApiError } from '#web/api/api.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { EditDelivery } from './EditDelivery.tsx'
import { EditFigures } from './EditFigures.tsx'
import { EditLines } from './EditLines.tsx'
import { OrderChanges } from './OrderChanges.tsx'
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
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const { order } = latest
  const method = versions.at(-1)?.shipping_method ?? ''
  const [draft, setDraft] = useState(() => draftOf(record, method))
  const edit = findEdit(draft, latest, method)
  const request = edit && { order_id: order.id, ...edit }
  const preview = usePreview('previewEdit', request && { body: request }, latest.version)
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
      const body = { ...request, reason, reviewed_total: preview.data.order_total }
      try {
        await sendExpected((expected_version) => save.mutateAsync({ body: { ...body, expected_version } }))
      } catch (error) {
        if (error instanceof ApiError && error.problem?.code === 'total_changed') preview.refetch()
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
      <OrderChanges opened={opened} latest={latest}>
        <EditedSince versions={versions} from={opened.edition} to={latest.edition} />
      </OrderChanges>
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <EditLines record={latest} draft={draft} onChange={setDraft} />
          <EditDelivery record={latest} draft={draft} onChange={setDraft} />
          <TextField label="Reason" {...form.field('reason')} hint="Saved with the replaced version." />
        </div>
        <div
          aria-live="polite"
          aria-busy={preview.isLoading}
          className="md:sticky md:top-0 md:border-l md:border-hairline md:pl-8"
        >
          <EditFigures
            before={order}
            balance={latest.money.balance}
            preview={preview.data}
            error={preview.error}
            isLoading={preview.isLoading}
          />
        </div>
      </div>
    </FormDialog>
  )
}

type EditedSinceProps = { versions: readonly OrderVersion[]; from: number; to: number }

/** Lists the edits of another person; nothing until both versions have loaded. */
function EditedSince({ versions, from, to }: EditedSinceProps) {
  const [before, after] = [from, to].map((number) => versions.find(({ edition }) => edition === number))
  if (!before || !after || before === after) return null
  return (
    <ul aria-label="What they changed" className="figures">
      {versionChanges(before, after).map(({ name, before, after }) => (
        <li key={name} className="wrap-anywhere">
          {`${name}: ${before} → ${after}`}
        </li>
      ))}
    </ul>
  )
}
