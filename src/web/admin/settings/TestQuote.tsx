import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { AdminQuery, AdminResponse } from '#contract/admin-calls.ts'
import { testQuoteCall } from '#contract/checkout/rates.ts'
import { formatDollars } from '#domain/money/money.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { fieldErrors } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { TotalExplanation } from '../orders/order/TotalExplanation.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { Section } from '../ui/Section.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'

type QuoteInput = AdminQuery<'testQuote'>
const SAMPLE: QuoteInput = { state: 'NJ', zip: '07631', goods: '100.00', weight: '3' }
type QuoteResponse = AdminResponse<'testQuote'>['pickup']

/** Prices a test order with the current tables and shows every step, using the same functions as real orders. */
export function TestQuote() {
  const [input, setInput] = useState<QuoteInput>()
  const query = input ?? SAMPLE
  const quote = useQuery({ ...adminQuery('testQuote', { query }), enabled: input !== undefined, retry: false })
  const form = useAdminForm({
    call: { body: testQuoteCall.query },
    fields: SAMPLE,
    body: ({ state, zip, goods, weight }) => ({ state, zip, goods: goods.trim(), weight: weight.trim() }),
    send: async (query) => setInput(query),
  })
  const errors = { ...fieldErrors(quote.error), ...form.dialog.errors }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void form.dialog.onSubmit()
  }

  return (
    <Section title="Try it">
      <form noValidate onSubmit={submit} className="grid grid-cols-2 gap-3 pt-3">
        <FieldErrors value={errors}>
          <StateSelect {...form.field('state')} />
          <TextField {...form.field('zip')} label="ZIP" inputMode="numeric" />
          <MoneyField {...form.field('goods')} label="Item total in dollars" />
          <TextField {...form.field('weight')} label="Weight in pounds" inputMode="decimal" />
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
