import type { UseFormRegister } from 'react-hook-form'
import { messages } from '#contract/base/messages.ts'
import { RadioCard } from '#web/ui/fields.tsx'
import type { CheckoutForm } from './checkout-form.ts'

type ShippingTypesProps = { register: UseFormRegister<CheckoutForm>; onChange: () => void }

export function ShippingTypes({ register, onChange }: ShippingTypesProps) {
  const field = register('type', { onChange })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <RadioCard title="Pickup" note="Free, at our counter" value="P" {...field} />
      <RadioCard title="Delivery" note={messages.arrivalNotice} value="D" {...field} />
    </div>
  )
}
