import type { MediaPicture } from '#contract/content/media.ts'
import { PICTURE_TYPES } from '#web/rich-text/use-picture-uploads.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Button } from '../ui/Button.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useLibraryUploads } from './use-library-uploads.ts'

/** The server tells HEIC pictures apart and says what to do. */
export const ACCEPTED_PICTURES = [...PICTURE_TYPES, 'image/*', '.heic', '.heif']

type UploadAreaProps = { label: string; multiple?: boolean; onUploaded?: (picture: MediaPicture) => void }

/** Adds pictures to the library, with their progress and errors. */
export function UploadArea({ label, multiple = false, onUploaded }: UploadAreaProps) {
  const { uploads, add, retry, dismiss } = useLibraryUploads(onUploaded)
  const failed = uploads.filter((upload) => upload.state === 'failed')
  const done = uploads.filter(({ state }) => state === 'done').length
  const total = uploads.length - failed.length
  return (
    <div className="grid grid-cols-1 gap-2">
      <FileDrop
        label={label}
        hint="JPEG, PNG, WebP, AVIF or GIF, up to 8 MB each."
        files={[]}
        multiple={multiple}
        accept={ACCEPTED_PICTURES}
        onFiles={add}
      />
      {done < total && <ProgressBar label="Uploads" percent={(done / total) * 100} />}
      <p role="status" className="text-small text-muted">
        {total > 0 && (done < total ? `Uploaded ${done} of ${total}…` : `Uploaded ${done}.`)}
      </p>
      {failed.length > 0 && (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {failed.map((upload) => (
            <li key={upload.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <p className="min-w-0 flex-1 text-small wrap-anywhere">
                <span className="font-[560]">{upload.file.name}</span>{' '}
                <span role="alert" className="text-danger">
                  {upload.message}
                </span>
              </p>
              <span className="flex">
                <Button kind="quiet" onClick={() => retry(upload)}>
                  Try again<span className="sr-only"> {upload.file.name}</span>
                </Button>
                <Button kind="quiet" onClick={() => dismiss(upload)}>
                  Dismiss<span className="sr-only"> {upload.file.name}</span>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
