import type { ComponentProps } from 'react'
import { PASSWORD_MINIMUM } from '#contract/customers/sign-in.ts'
import { TextField } from '#web/ui/fields.tsx'

type Field = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string }

/** A new password and its confirmation. */
export const PasswordFields = ({ password, confirmation }: { password: Field; confirmation: Field }) => (
  <>
    <TextField
      label="Password"
      type="password"
      autoComplete="new-password"
      required
      hint={!password.error && `At least ${PASSWORD_MINIMUM} characters.`}
      {...password}
    />
    <TextField label="Password Confirmation" type="password" autoComplete="new-password" required {...confirmation} />
  </>
)
