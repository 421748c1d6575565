import type { ComponentProps } from 'react'
import { paymentNames } from '#contract/orders/labels.ts'
import { Select } from '#web/ui/fields.tsx'

export const PaymentMethodSelect = (props: Omit<ComponentProps<typeof Select>, 'children'>) => (
  <Select name="method" {...props}>
    {Object.entries(paymentNames).map(([method, label]) => (
      <option key={method} value={method}>
        {label}
      </option>
    ))}
  </Select>
)
