import type { ChangeEvent, ComponentProps } from 'react'
import { toFiveDigits } from '#domain/addresses/zip.ts'
import { TextField } from '#web/ui/fields.tsx'

/** Length of a ZIP+4 in characters. */
const MAX_ZIP_LENGTH = 10

/** A ZIP field; truncates a ZIP+4 to its five digits. */
export function ZipField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const digits = toFiveDigits(input.value)
    if (digits !== input.value) input.value = digits
    onChange?.(event)
  }
  return <TextField {...field} inputMode="numeric" maxLength={MAX_ZIP_LENGTH} onChange={change} />
}
