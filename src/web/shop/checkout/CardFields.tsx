import type { UseFormReturn } from 'react-hook-form'
import { CARD_TYPES } from '#contract/base/limits.ts'
import { Select, TextField } from '#web/ui/fields.tsx'
import type { CardFields as Card, CheckoutForm } from './checkout-form.ts'

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))
/** Cards are valid for a few years, so ten years ahead are enough. */
const listYears = (firstYear: number) => Array.from({ length: 11 }, (_, i) => String(firstYear + i))

/** Rendered only where cards are accepted. Card data stays in memory while the page is open and is never stored. */
export function CardFields({ form }: { form: UseFormReturn<CheckoutForm> }) {
  const { register, formState } = form
  const errors = formState.errors.payment ?? {}
  const field = (name: keyof Card) => ({
    error: errors[name]?.message,
    required: true,
    ...register(`payment.${name}`),
  })
  return (
    <div className="mt-6 grid gap-x-5 gap-y-4 sm:grid-cols-6">
      <TextField
        label="Card Holder Name"
        autoComplete="cc-name"
        className="sm:col-span-4"
        {...field('card_holder_name')}
      />
      <Select label="Card Type" autoComplete="cc-type" className="sm:col-span-2" {...field('card_type')}>
        {CARD_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <TextField
        label="Card Number"
        inputMode="numeric"
        autoComplete="cc-number"
        className="sm:col-span-6"
        {...field('card_number')}
      />
      <Select label="Expire Month" autoComplete="cc-exp-month" className="sm:col-span-2" {...field('expire_month')}>
        {MONTHS.map((month) => (
          <option key={month}>{month}</option>
        ))}
      </Select>
      <Select label="Expire Year" autoComplete="cc-exp-year" className="sm:col-span-2" {...field('expire_year')}>
        {listYears(new Date().getFullYear()).map((year) => (
          <option key={year}>{year}</option>
        ))}
      </Select>
      <TextField
        label="Card Verification Number"
        type="password"
        inputMode="numeric"
        maxLength={4}
        autoComplete="cc-csc"
        className="sm:col-span-2"
        {...field('ccv')}
      />
      <TextField
        label="Billing Zip Code"
        autoComplete="billing postal-code"
        maxLength={10}
        className="sm:col-span-3"
        {...field('billing_zip')}
      />
    </div>
  )
}
