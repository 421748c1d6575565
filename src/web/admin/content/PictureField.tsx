import { useState } from 'react'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { PICTURE_TYPES } from '#web/rich-text/use-picture-uploads.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { errorMessage } from '../api/error-messages.ts'
import { uploadPicture } from './upload-picture.ts'

type Picture = { src: string; alt: string; caption: string }

type PictureFieldProps = {
  /** Path of the picture in the body. */
  name: string
  picture: Picture
  error: string | undefined
  onChange: (changes: Partial<Picture>) => void
  onWaiting: (isWaiting: boolean) => void
}

/** A picture with its alt text and caption. */
export function PictureField({ name, picture, error, onChange, onWaiting }: PictureFieldProps) {
  const [refusal, setRefusal] = useState<string>()
  const [isUploading, setUploading] = useState(false)
  async function upload(file: File | undefined) {
    if (!file) return
    setRefusal(undefined)
    setUploading(true)
    onWaiting(true)
    try {
      onChange({ src: await uploadPicture(file) })
    } catch (failure) {
      setRefusal(errorMessage(failure))
    }
    setUploading(false)
    onWaiting(false)
  }
  return (
    <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {picture.src !== '' && <img src={picture.src} alt="" className="w-full rounded-card" />}
      <div className="grid content-start gap-3 sm:col-start-2">
        <FileDrop
          label={picture.src === '' ? 'Picture' : 'Another picture'}
          files={[]}
          onFiles={([file]) => void upload(file)}
          accept={[...PICTURE_TYPES]}
          maxBytes={PICTURE_LIMIT}
          disabled={isUploading}
          error={refusal ?? error}
        />
        {isUploading && <p role="status">Uploading…</p>}
        <TextField
          name={`${name}.alt`}
          label="Alt text"
          optional
          maxLength={255}
          hint="Describes the picture to people who do not see it."
          value={picture.alt}
          onChange={({ target }) => onChange({ alt: target.value })}
        />
        <TextField
          name={`${name}.caption`}
          label="Caption"
          optional
          maxLength={255}
          value={picture.caption}
          onChange={({ target }) => onChange({ caption: target.value })}
        />
      </div>
    </div>
  )
}
