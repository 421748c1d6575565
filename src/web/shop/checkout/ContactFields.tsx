import type { UseFormReturn } from 'react-hook-form'
import { FieldGrid, FormSection } from '#web/forms/FormSection.tsx'
import { PhoneField } from '#web/forms/PhoneField.tsx'
import { TextField } from '#web/ui/fields.tsx'
import type { CheckoutForm } from './checkout-form.ts'

/** Contact details, for guests only. */
export function ContactFields({ form, onLeave }: { form: UseFormReturn<CheckoutForm>; onLeave: () => void }) {
  const { register, formState } = form
  const { errors } = formState
  const field = (name: 'first_name' | 'last_name' | 'user_email' | 'phone_number') => ({
    error: errors[name]?.message,
    required: true,
    ...register(name, { onBlur: onLeave }),
  })
  return (
    <FormSection title="Your Details">
      <FieldGrid>
        <TextField label="First Name" autoComplete="given-name" {...field('first_name')} />
        <TextField label="Last Name" autoComplete="family-name" {...field('last_name')} />
        <TextField
          label="Email Address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          {...field('user_email')}
        />
        <PhoneField label="Phone Number" autoComplete="tel" {...field('phone_number')} />
      </FieldGrid>
    </FormSection>
  )
}
