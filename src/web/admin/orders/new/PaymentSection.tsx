import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import type { Draft } from './draft.ts'

type PaymentSectionProps = { draft: Draft; onChange: (draft: Draft) => void }

/** Payment method, discount and notes. */
export function PaymentSection({ draft, onChange }: PaymentSectionProps) {
  const { discount } = draft
  return (
    <div className="grid gap-4">
      <RadioList
        legend="Paid by"
        isLegendHidden
        isRow
        value={draft.paymentType}
        onChange={(paymentType) => onChange({ ...draft, paymentType })}
        options={[
          { value: 'quickpay', label: 'Quick Pay' },
          { value: 'check', label: 'Check' },
          { value: 'cash', label: 'Cash' },
        ]}
      />
      <div className="grid gap-2">
        <Checkbox
          label="Already paid"
          hint="Recorded with the order."
          checked={draft.isPaid}
          onChange={({ target }) => onChange({ ...draft, isPaid: target.checked })}
        />
        {draft.type === 'P' && (
          <Checkbox
            label="Picked up now"
            hint="Handed over with the order."
            checked={draft.isHandedOver}
            onChange={({ target }) => onChange({ ...draft, isHandedOver: target.checked })}
          />
        )}
      </div>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[9rem_7rem_minmax(0,1fr)]">
        <Select
          label="Discount"
          value={discount.kind}
          onChange={({ target }) =>
            onChange({ ...draft, discount: { ...discount, kind: target.value as Draft['discount']['kind'] } })
          }
        >
          <option value="none">None</option>
          <option value="percent">Percent</option>
          <option value="amount">Amount</option>
        </Select>
        {discount.kind !== 'none' && (
          <>
            <TextField
              label={discount.kind === 'amount' ? 'In dollars' : 'In percent'}
              name="discount.figure"
              inputMode="decimal"
              value={discount.figure}
              onChange={({ target }) => onChange({ ...draft, discount: { ...discount, figure: target.value } })}
            />
            <TextField
              label="Reason"
              name="discount.reason"
              value={discount.reason}
              onChange={({ target }) => onChange({ ...draft, discount: { ...discount, reason: target.value } })}
            />
          </>
        )}
      </div>
      <TextArea
        label="Comment"
        optional
        hint="Shown on the order and the pick list."
        name="comments"
        rows={2}
        value={draft.comments}
        onChange={({ target }) => onChange({ ...draft, comments: target.value })}
      />
    </div>
  )
}
