import { useState } from 'react'
import * as z from 'zod/mini'
import { confirmReturnCall } from '#contract/orders/returns.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { currentRecord } from '#web/admin/api/use-expected-version.ts'
import { usePreview } from '#web/admin/api/use-preview.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/fields.tsx'
import type { DialogProps } from './dialog-props.ts'
import { ReturnFigures } from './ReturnFigures.tsx'
import { ReturnLines } from './ReturnLines.tsx'
import { findDifferences, type ReturnPreview } from './return-differences.ts'
import { previewInput, type ReturnedLines, returnRequest } from './return-request.ts'

/** The preview checks the other fields. */
const reasonCall = { body: z.pick(confirmReturnCall.body, { reason: true }) }

/** Books a return exactly as previewed (docs/back-office §3, Returns). */
export function ReturnGoods({ record, onClose }: DialogProps) {
  const [lines, setLines] = useState<ReturnedLines>({})
  const [reducedCredit, setReducedCredit] = useState({ amount: '', reason: '' })
  const [differences, setDifferences] = useState<string[]>([])
  const request = returnRequest(record.order.id, lines, reducedCredit)
  const { data: preview, error, isLoading, setData } = usePreview('previewReturn', previewInput(request))
  const confirm = useAdminMutation('confirmReturn', {
    successMessage: ({ credit_note_number, preview }) =>
      credit_note_number === null
        ? 'Return recorded.'
        : `Credit note ${credit_note_number} issued for ${formatDollars(preview.credit)}.`,
    hideErrorToast: true,
  })

  const form = useAdminForm({
    call: reasonCall,
    fields: { reason: '' },
    body: (fields) => fields,
    async send({ reason }) {
      if (!request || !preview) return
      setDifferences([])
      try {
        await confirm.mutateAsync({ body: { ...request, reason, hash: preview.hash } })
      } catch (error) {
        const newPreview = currentRecord<ReturnPreview>(error)
        if (newPreview) {
          setDifferences(findDifferences(preview, newPreview))
          setData(newPreview)
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
      title="Return items"
      submit={preview ? `Return and credit ${formatDollars(preview.credit)}` : 'Return'}
      disabled={!preview}
      {...form.dialog}
    >
      {differences.length > 0 && (
        <Alert tone="warning">
          <ul>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
        <div className="grid gap-4">
          <ReturnLines
            record={record}
            lines={lines}
            onChange={(next) => {
              setDifferences([])
              setLines(next)
            }}
          />
          <TextField label="Reason for the return" {...form.field('reason')} />
          <details>
            <summary className="cursor-pointer text-small">Change the credit amount</summary>
            <div className="grid gap-3 pt-2 sm:grid-cols-2">
              <MoneyField
                label="Credit only"
                name="credit.amount"
                value={reducedCredit.amount}
                onChange={(event) => setReducedCredit({ ...reducedCredit, amount: event.currentTarget.value })}
              />
              <TextField
                label="Reason for the change"
                name="credit.reason"
                value={reducedCredit.reason}
                onChange={(event) => setReducedCredit({ ...reducedCredit, reason: event.currentTarget.value })}
              />
            </div>
          </details>
        </div>
        <div aria-live="polite" aria-busy={isLoading} className="grid gap-3 md:border-l md:border-hairline md:pl-8">
          <h3 className="font-[560]">What will change</h3>
          {preview ? (
            <ReturnFigures preview={preview} balance={record.money.balance} />
          ) : error ? (
            <p className="text-danger">{error}</p>
          ) : isLoading ? (
            <div className="grid gap-3">
              <Skeleton className="h-24" />
              <Skeleton className="h-16" />
            </div>
          ) : (
            <p className="text-muted">Enter the quantities returned. Nothing is recorded until you confirm.</p>
          )}
        </div>
      </div>
    </FormDialog>
  )
}
