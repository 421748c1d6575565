import type { ReactNode } from 'react'
import { FieldContext } from '#web/ui/fields.tsx'
import { compactFields } from './compact.ts'

/** Shows errors at the fields inside, by name. */
export const FieldErrors = ({ value, children }: { value: Record<string, string>; children: ReactNode }) => (
  <FieldContext value={{ ...compactFields, errors: value }}>{children}</FieldContext>
)
