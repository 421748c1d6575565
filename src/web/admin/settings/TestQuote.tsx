import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { AdminQuery, AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { fieldErrors } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { TotalExplanation } from '../orders/order/TotalExplanation.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { Section } from '../ui/Section.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'

type QuoteInput = AdminQuery<'testQuote'>
type QuoteResponse = AdminResponse<'testQuote'>['pickup']

/** Prices a test order with the current tables and shows every step, using the same functions as real orders. */
export function TestQuote() {
  const [input, setInput] = useState<QuoteInput>()
  const values = input ?? { state: 'NJ', zip: '07631', goods: '100.00', weight: '3' }
  const quote = useQuery({ ...adminQuery('testQuote', { query: values }), enabled: input !== undefined, retry: false })
  const errors = fieldErrors(quote.error)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setInput({
      state: textOf(form, 'state'),
      zip: textOf(form, 'zip'),
      goods: textOf(form, 'goods'),
      weight: textOf(form, 'weight'),
    })
  }

  return (
    <Section title="Try it">
      <form noValidate onSubmit={submit} className="grid grid-cols-2 gap-3 pt-3">
        <FieldErrors value={errors}>
          <StateSelect name="state" defaultValue={values.state} />
          <TextField name="zip" label="ZIP" defaultValue={values.zip} inputMode="numeric" />
          <MoneyField name="goods" label="Item total in dollars" defaultValue={values.goods} />
          <TextField name="weight" label="Weight in pounds" defaultValue={values.weight} inputMode="decimal" />
        </FieldErrors>
        <Button type="submit" busy={quote.isFetching} className="col-span-2 justify-self-start">
          Calculate
        </Button>
      </form>
      {input !== undefined && Object.keys(errors).length === 0 && (
        <div className="pt-4" aria-live="polite">
          <Loaded query={quote} skeleton={<RowsSkeleton rows={3} />}>
            {({ pickup, deliveries }) => (
              <ul className="divide-y divide-hairline">
                {[pickup, ...deliveries].map((item) => (
                  <Line key={item.label} {...item} />
                ))}
                {deliveries.length === 0 && <li className="py-2 text-muted">You don’t deliver to this ZIP code.</li>}
              </ul>
            )}
          </Loaded>
        </div>
      )}
    </Section>
  )
}

const Line = ({ label, total, steps }: QuoteResponse) => (
  <li className="flex items-baseline justify-between gap-3 py-2">
    <span>
      {label}
      <span className="block">
        <TotalExplanation steps={steps} />
      </span>
    </span>
    <span className="figures font-[560]">{formatDollars(total)}</span>
  </li>
)
