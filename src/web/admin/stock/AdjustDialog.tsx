import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../client/use-act.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { type Adjustment, adjustments } from './adjustments.ts'
import { onHandWords, piecesOf, type StockRow, stockNow } from './stock-words.ts'

type AdjustDialogProps = {
  kind: Adjustment
  product: Pick<StockRow, 'product_id' | 'name' | 'stock'>
  onClose: () => void
}

/** Books pieces with a reason, beside what is on hand before and after; where that has changed, what was typed stays. */
export function AdjustDialog({ kind, product, onClose }: AdjustDialogProps) {
  const { call, title, label, submit, reason, after } = adjustments[kind]
  /** As it was looked at; after a conflict, as it is now. */
  const [seen, setSeen] = useState(product.stock)
  const [typed, setTyped] = useState('')
  const adjust = useAct(call, {
    done: ({ product: { name, stock } }) => `${name}: ${onHandWords(stock)} now.`,
    isQuiet: true,
  })
  const client = useQueryClient()
  const pieces = piecesOf(typed)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${title}: ${product.name}`}
      submit={submit}
      danger={kind === 'damage'}
      onSubmit={(form) =>
        adjust
          .mutateAsync({
            params: { product_id: product.product_id },
            // What is no number is refused by the shop, beside the field.
            body: { quantity: pieces ?? Number.NaN, reason: textOf(form, 'reason'), expected_stock: seen },
          })
          .catch((error: unknown) => {
            const now = stockNow(error)
            if (now) setSeen(now.stock)
            throw error
          })
          // Whoever goes on at once begins with what this has left.
          .then(() => client.invalidateQueries(undefined, { cancelRefetch: false }))
      }
    >
      <dl className="grid grid-cols-2 gap-3">
        <div>
          <dt className="text-small text-muted">Now</dt>
          <dd className="figures text-title">{seen ?? 'not tracked'}</dd>
        </div>
        <div aria-live="polite">
          <dt className="text-small text-muted">After</dt>
          <dd className="figures text-title">{pieces === undefined ? '–' : after(seen ?? 0, pieces)}</dd>
        </div>
      </dl>
      <TextField
        name="quantity"
        label={label}
        inputMode={kind === 'correct' ? 'text' : 'numeric'}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoFocus
        {...(kind === 'count' && { hint: 'Don’t count items packed for open orders.' })}
      />
      <TextField
        name="reason"
        label="Reason"
        placeholder={reason}
        {...(kind === 'count' && { defaultValue: reason })}
      />
    </FormDialog>
  )
}
