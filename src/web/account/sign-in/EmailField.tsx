import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/fields.tsx'

/** An email field with the matching phone keyboard. */
export const EmailField = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Email Address"
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="off"
    spellCheck={false}
    required
    {...field}
  />
)
