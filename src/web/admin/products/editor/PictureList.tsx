import CameraIcon from 'lucide-react/icons/camera'
import CropIcon from 'lucide-react/icons/crop'
import Close from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { PICTURE_TYPES, pastedPictures } from '#web/rich-text/use-picture-uploads.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { PicturePlaceholder } from '#web/ui/PicturePlaceholder.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DragHandle, MoveButtons } from '../../ui/MoveButtons.tsx'
import { Section } from '../../ui/Section.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { CropDialog } from './CropDialog.tsx'
import { ListError } from './ListError.tsx'
import { pictureUrl } from './picture-url.ts'
import type { DraftPicture } from './product-draft.ts'
import { usePictures } from './use-pictures.ts'
import type { DraftProps, SetDraft } from './use-product-draft.ts'

/** The server tells HEIC pictures apart and says what to do. */
const ACCEPTED = [...PICTURE_TYPES, 'image/*', '.heic', '.heif']

/** Pictures: dropped, pasted, chosen or taken with the camera; the first is the card's. */
export function PictureList({
  draft,
  update,
  setDraft,
  readOnly,
}: DraftProps & { setDraft: SetDraft; readOnly: boolean }) {
  const pictures = usePictures(setDraft)
  const { images } = draft
  const reorder = useReorder(images, (moved) => update({ images: moved }))
  const [cropped, setCropped] = useState<DraftPicture>()
  const camera = useRef<HTMLInputElement>(null)
  const pending = images.filter(({ upload }) => upload && upload.state !== 'failed').length

  const paste = useEffectEvent((event: ClipboardEvent) => {
    // The description's editor takes its own pictures.
    const isElsewhere = event.target instanceof Element && event.target.closest('.tiptap')
    const files = pastedPictures(event.clipboardData)
    if (readOnly || isElsewhere || files.length === 0) return
    event.preventDefault()
    pictures.add(files)
  })
  useEffect(() => {
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])

  return (
    <Section title="Pictures" note={images.length > 1 && `${images.length}; the first is the card’s`}>
      <div className="grid gap-3 pt-3">
        <ListError name="images" />
        {images.length > 0 && (
          <ul aria-label="Pictures" className="divide-y divide-hairline">
            {images.map((picture, index) => {
              const name = `picture ${index + 1}`
              return (
                <li
                  key={picture.key}
                  {...reorder.rowProps(index)}
                  className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 data-dragged:opacity-50"
                >
                  {!readOnly && images.length > 1 && <DragHandle {...reorder.handleProps(index)} />}
                  <Preview picture={picture} />
                  <div className="min-w-40 flex-1">
                    <TextField
                      label={index === 0 ? 'Alt text of the card’s picture' : `Alt text of ${name}`}
                      maxLength={255}
                      placeholder={draft.name}
                      value={picture.alt}
                      onChange={({ target }) => pictures.change(picture.key, { alt: target.value })}
                    />
                    <UploadState
                      picture={picture}
                      onRetry={pictures.canRetry(picture.key) ? pictures.retry : undefined}
                    />
                  </div>
                  {!readOnly && (
                    <div className="flex">
                      <MoveButtons name={name} index={index} count={images.length} move={reorder.move} />
                      {picture.src !== null && (
                        <IconButton label={`Crop or rotate ${name}`} onClick={() => setCropped(picture)}>
                          <CropIcon size={16} aria-hidden />
                        </IconButton>
                      )}
                      <IconButton
                        label={picture.upload ? `Cancel ${name}` : `Remove ${name}`}
                        onClick={() => pictures.remove(picture.key)}
                      >
                        <Close size={16} aria-hidden />
                      </IconButton>
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
        )}
        {!readOnly && (
          <>
            <FileDrop
              label="Add pictures"
              hint="JPEG, PNG, WebP, AVIF or GIF, up to 8 MB each. You can also paste them."
              files={[]}
              multiple
              accept={ACCEPTED}
              onFiles={(files) => pictures.add(files)}
            />
            <Button
              icon={<CameraIcon size={16} aria-hidden />}
              onClick={() => camera.current?.click()}
              className="justify-self-start pointer-fine:hidden"
            >
              Take a picture
            </Button>
            <input
              ref={camera}
              type="file"
              hidden
              accept="image/*"
              capture="environment"
              aria-label="Camera"
              onChange={({ currentTarget }) => {
                pictures.add([...(currentTarget.files ?? [])])
                currentTarget.value = ''
              }}
            />
          </>
        )}
        <p role="status" className="text-small text-muted">
          {pending > 0 && `Uploading ${pending === 1 ? '1 picture' : `${pending} pictures`}…`}
        </p>
      </div>
      {cropped?.src && (
        <CropDialog
          src={cropped.src}
          onCrop={(file) => pictures.add([file], cropped)}
          onClose={() => setCropped(undefined)}
        />
      )}
    </Section>
  )
}

const Preview = ({ picture }: { picture: DraftPicture }) => {
  const url = pictureUrl(picture)
  return (
    <div className="w-16 shrink-0 overflow-hidden rounded-field bg-sunken">
      {url === undefined ? (
        <PicturePlaceholder alt="" ratio={[4, 5]} />
      ) : (
        <img src={url} alt="" className="aspect-4/5 w-full object-cover" />
      )}
    </div>
  )
}

type UploadStateProps = { picture: DraftPicture; onRetry: ((key: string) => void) | undefined }

function UploadState({ picture: { key, src, source_url, upload }, onRetry }: UploadStateProps) {
  if (upload?.state === 'failed')
    return (
      <p role="alert" className="text-small font-[520] text-danger">
        {upload.message}{' '}
        {onRetry && (
          <button type="button" className="text-link" onClick={() => onRetry(key)}>
            Try again
          </button>
        )}
      </p>
    )
  if (upload)
    return (
      <p className="flex items-center gap-2 text-small text-muted">
        <Spinner /> {upload.state === 'waiting' ? 'Waiting…' : 'Uploading…'}
      </p>
    )
  return src === null && <p className="text-small break-all text-muted">Not downloaded yet: {source_url}</p>
}
