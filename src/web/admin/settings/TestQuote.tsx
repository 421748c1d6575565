import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { AdminAnswer, AdminQuery } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { fieldErrors } from '../api/error-messages.ts'
import { adminQuery } from '../api/query.ts'
import { WhyTotal } from '../orders/order/TotalExplanation.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldErrors } from '../ui/FieldErrors.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { textOf } from '../ui/read-form.ts'
import { Section } from '../ui/Section.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'

type QuoteInput = AdminQuery<'testQuote'>
type QuoteResponse = AdminAnswer<'testQuote'>['pickup']

/** Prices a test order with the current tables and shows every step, using the same functions as real orders. */
export function TestQuote() {
  const [asked, setAsked] = useState<QuoteInput>()
  const given = asked ?? { state: 'NJ', zip: '07631', goods: '100.00', weight: '3' }
  const quote = useQuery({ ...adminQuery('testQuote', { query: given }), enabled: asked !== undefined, retry: false })
  const wrong = fieldErrors(quote.error)

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setAsked({
      state: textOf(form, 'state'),
      zip: textOf(form, 'zip'),
      goods: textOf(form, 'goods'),
      weight: textOf(form, 'weight'),
    })
  }

  return (
    <Section title="Try it">
      <form noValidate onSubmit={ask} className="grid grid-cols-2 gap-3 pt-3">
        <FieldErrors value={wrong}>
          <StateSelect name="state" defaultValue={given.state} />
          <TextField name="zip" label="ZIP" defaultValue={given.zip} inputMode="numeric" />
          <MoneyField name="goods" label="Item total in dollars" defaultValue={given.goods} />
          <TextField name="weight" label="Weight in pounds" defaultValue={given.weight} inputMode="decimal" />
        </FieldErrors>
        <Button type="submit" busy={quote.isFetching} className="col-span-2 justify-self-start">
          Calculate
        </Button>
      </form>
      {asked !== undefined && Object.keys(wrong).length === 0 && (
        <div className="pt-4" aria-live="polite">
          <Loaded query={quote} skeleton={<RowsSkeleton rows={3} />}>
            {({ pickup, deliveries }) => (
              <ul className="divide-y divide-hairline">
                {[pickup, ...deliveries].map((quoted) => (
                  <Line key={quoted.label} {...quoted} />
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
        <WhyTotal steps={steps} />
      </span>
    </span>
    <span className="figures font-[560]">{formatDollars(total)}</span>
  </li>
)
