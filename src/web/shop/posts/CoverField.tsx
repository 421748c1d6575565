import { type ChangeEvent, useId, useRef, useState } from 'react'
import { formMessages } from '#contract/base/form-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldFrame } from '#web/ui/FieldFrame.tsx'
import { uploadPicture } from './upload-picture.ts'

type CoverFieldProps = {
  /** URL of the picture; empty without one. */
  value: string
  onChange: (url: string) => void
  onWaiting: (isWaiting: boolean) => void
}

/** The picture of a post in lists. */
export function CoverField({ value, onChange, onWaiting }: CoverFieldProps) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [error, setError] = useState<string>()

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (!file) return
    setError(undefined)
    setUploading(true)
    onWaiting(true)
    try {
      onChange(await uploadPicture(file))
    } catch {
      setError(formMessages.uploadFailed)
    }
    currentTarget.value = ''
    setUploading(false)
    onWaiting(false)
  }

  return (
    <FieldFrame
      id={id}
      label="Cover picture"
      optional
      hint="Shown in lists. Without one, the first picture of the post is."
      error={error}
    >
      <div className="flex flex-wrap items-center gap-3">
        {value !== '' && <img src={value} alt="" className="h-20 w-30 rounded-field object-cover" />}
        <Button kind="secondary" busy={isUploading} busyText="Uploading…" onClick={() => picker.current?.click()}>
          {value === '' ? 'Choose a picture' : 'Replace'}
        </Button>
        {value !== '' && (
          <Button kind="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
        <input ref={picker} id={id} type="file" hidden accept="image/*" onChange={choose} />
      </div>
    </FieldFrame>
  )
}
