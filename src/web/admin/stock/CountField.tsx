import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { currentRecord } from '../api/use-expected-version.ts'
import { controlClass } from '../ui/compact.ts'
import { formatOnHand, parseQuantity, type StockRow } from './stock-labels.ts'

/** Typed count of a product, and its outcome. */
export type CountDraft = {
  text: string
  /** Version of the stock at the first key press, against which the count is booked. */
  expectedVersion?: string
  /** Reason why it was not booked. */
  notice?: string
  /** Last booked count. */
  counted?: number
}
export const emptyDraft: CountDraft = { text: '' }

type CountFieldProps = { row: StockRow; reason: string; draft: CountDraft; onDraft: (draft: CountDraft) => void }

/**
 * Counted stock of one product. Enter books it and moves to the next field. The stock at the first key press is kept;
 * if it changed since, the typed number stays and a second Enter confirms it.
 */
export function CountField({ row: { product_id, name, version }, reason, draft, onDraft }: CountFieldProps) {
  const { text, expectedVersion = version, notice, counted } = draft
  const isBooking = useRef(false)
  const book = useAdminMutation('countStock', { hideErrorToast: true })
  const noteId = `count-note-${product_id}`

  async function saveCount(input: HTMLInputElement) {
    const quantity = parseQuantity(text)
    if (text.trim() === '') return focusField(input, 1)
    if (quantity === undefined || quantity < 0) return onDraft({ ...draft, notice: 'Enter a quantity.' })
    if (reason.trim() === '') return onDraft({ ...draft, notice: 'Enter a reason above.' })
    if (isBooking.current) return
    isBooking.current = true
    try {
      await book.mutateAsync({ params: { product_id }, body: { quantity, reason, expected_version: expectedVersion } })
      onDraft({ text: '', counted: quantity })
      focusField(input, 1)
    } catch (error) {
      const current = currentRecord<StockRow>(error)
      const message = current
        ? `Someone else changed it: ${formatOnHand(current.stock)}. Press Enter to save your count of ${quantity}.`
        : errorMessage(error)
      onDraft({
        text,
        expectedVersion: current?.version ?? expectedVersion,
        ...(message !== undefined && { notice: message }),
      })
      input.focus()
    }
    isBooking.current = false
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      focusField(event.currentTarget, step)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      void saveCount(event.currentTarget)
    }
  }

  return (
    <span className="relative z-10 inline-grid justify-items-end gap-1">
      <span className="inline-flex items-center gap-2">
        {counted !== undefined && text === '' && (
          <span role="status" className="inline-flex items-center gap-1 text-small text-success">
            <Check size={14} aria-hidden />
            {counted} saved
          </span>
        )}
        <input
          data-count
          aria-label={`Count of ${name}`}
          aria-describedby={notice ? noteId : undefined}
          aria-invalid={notice ? true : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => onDraft({ text: event.currentTarget.value, expectedVersion })}
          onKeyDown={onKey}
          className={cx(controlClass, 'figures w-24 text-right')}
        />
      </span>
      {notice && (
        <span id={noteId} role="alert" className="max-w-64 text-small font-[520] text-danger">
          {notice}
        </span>
      )}
    </span>
  )
}

/** Moves to the next or previous field of the list. */
function focusField(from: HTMLInputElement, step: number): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-count]')]
  const next = fields[fields.indexOf(from) + step]
  next?.focus()
  next?.select()
  next?.scrollIntoView({ block: 'nearest' })
}
