import { useState } from 'react'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { errorMessage } from '../api/error-messages.ts'
import { adminUpload } from '../api/upload.ts'
import { Button } from '../ui/Button.tsx'

type CategoryPictureProps = {
  /** Its path without size and format; empty without a picture. */
  src: string
  error: string | undefined
  onChange: (src: string) => void
}

/** The picture of a category, uploaded when it is chosen. */
export function CategoryPicture({ src, error, onChange }: CategoryPictureProps) {
  const [uploading, setUploading] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function upload([file]: readonly File[]) {
    if (!file) return
    setFailure(undefined)
    setUploading(true)
    try {
      onChange((await adminUpload('uploadProductPicture', file)).src)
    } catch (uploadError) {
      setFailure(errorMessage(uploadError) ?? 'The picture was not uploaded.')
    }
    setUploading(false)
  }

  return (
    <div className="grid gap-3">
      <FileDrop
        label="Picture"
        optional
        hint={uploading ? 'Uploading…' : 'Shown next to the name in the store and in shared links.'}
        error={failure ?? error}
        accept={['image/*']}
        maxBytes={PICTURE_LIMIT}
        files={[]}
        onFiles={(files) => void upload(files)}
        disabled={uploading}
      />
      {src !== '' && (
        <div className="flex items-center gap-4">
          <img src={`${src}-320.webp`} alt="" width={64} height={64} className="size-16 rounded-field object-cover" />
          <Button kind="quiet" onClick={() => onChange('')}>
            Remove picture
          </Button>
        </div>
      )}
    </div>
  )
}
