import type { ComponentProps } from 'react'
import { paymentNames } from '#contract/orders/labels.ts'
import { Select } from '#web/ui/fields.tsx'

export const PaymentMethodSelect = (select: Omit<ComponentProps<typeof Select>, 'children'>) => (
  <Select name="method" {...select}>
    {Object.entries(paymentNames).map(([method, words]) => (
      <option key={method} value={method}>
        {words}
      </option>
    ))}
  </Select>
)
