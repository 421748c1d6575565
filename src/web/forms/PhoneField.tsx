import type { ChangeEvent, ComponentProps } from 'react'
import { TextField } from '#web/ui/fields.tsx'
import { caretInMask, maskPhone } from './phone-mask.ts'

/** A phone number, masked while it is typed or pasted; the field's text is the form's value. */
export function PhoneField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const text = input.value
    const masked = maskPhone(text)
    if (masked !== text) {
      const caret = caretInMask(text, input.selectionStart ?? text.length, masked)
      input.value = masked
      input.setSelectionRange(caret, caret)
    }
    onChange?.(event)
  }
  return <TextField placeholder="(999) 999-9999" {...field} type="tel" inputMode="tel" onChange={change} />
}
