import type { ChangeEvent, ComponentProps } from 'react'
import { toFiveDigits } from '#domain/addresses/zip.ts'
import { TextField } from '#web/ui/fields.tsx'

/** Length of a ZIP+4 in characters. */
const LONGEST_ZIP = 10

/** A ZIP field; truncates a ZIP+4 to its five digits. */
export function ZipField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const kept = toFiveDigits(input.value)
    if (kept !== input.value) input.value = kept
    onChange?.(event)
  }
  return <TextField {...field} inputMode="numeric" maxLength={LONGEST_ZIP} onChange={change} />
}
