import { type ComponentProps, useId, useState } from 'react'
import { cx } from './cx.ts'
import { controlClass, FieldFrame, type FieldTexts, fieldAria } from './FieldFrame.tsx'
import { type FileRules, findFileError } from './file-rules.ts'

type FileFieldProps = FieldTexts &
  Omit<FileRules, 'accept'> & { accept: readonly string[] } & Omit<ComponentProps<'input'>, 'type' | 'accept'>

/**
 * The browser's native file control, which works without scripts; with scripts it reports oversized files immediately.
 */
export function FileField({
  label,
  hint,
  error,
  optional,
  className,
  accept,
  minBytes,
  maxBytes,
  ...input
}: FileFieldProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const message = refusal ?? error
  return (
    <FieldFrame {...{ id, label, hint, optional, className }} error={message}>
      <input
        {...input}
        type="file"
        accept={accept.join(',')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          const refusalMessage = file && findFileError(file, { accept, minBytes, maxBytes })
          setRefusal(refusalMessage)
          if (refusalMessage) currentTarget.value = ''
        }}
        {...fieldAria(id, { hint, error: message })}
        className={cx(
          controlClass,
          'file:mr-4 file:rounded-pill file:border file:border-solid file:border-ink file:bg-transparent file:px-4',
          'file:py-1.5 file:font-[560] hover:file:bg-ink hover:file:text-paper',
        )}
      />
    </FieldFrame>
  )
}
