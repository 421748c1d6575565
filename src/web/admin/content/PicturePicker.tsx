import { useState } from 'react'
import type { MediaPicture } from '#contract/content/media.ts'
import type { ChosenPicture } from '#contract/content/slides.ts'
import { TextField } from '#web/ui/fields.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { useAdminPages } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { FocusPicker } from './FocusPicker.tsx'
import { LibraryPicture } from './LibraryPicture.tsx'
import { pictureName } from './picture-labels.ts'
import { UploadArea } from './UploadArea.tsx'

type PicturePickerProps = {
  /** Names the picture for screen readers, such as `Picture of slide 1`. */
  label: string
  value: ChosenPicture | undefined
  onChange: (picture: ChosenPicture) => void
  error?: string | undefined
  /** Classes of the crops' aspect ratios. */
  ratios: { desktop: string; phone: string }
}

const CENTER = { x: 50, y: 50 } as const

/** Chooses a picture of the library or uploads one, with its alt text and the part that stays in view. */
export function PicturePicker({ label, value, onChange, error, ratios }: PicturePickerProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {value && (
        <>
          <TextField
            label="Alt text"
            hint="Describes the picture for people who can’t see it."
            maxLength={255}
            value={value.alt}
            onChange={({ target }) => onChange({ ...value, alt: target.value })}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <FocusPicker
              legend="In view on computers"
              src={value.src}
              ratio={ratios.desktop}
              value={value.focus}
              onChange={(focus) => onChange({ ...value, focus })}
            />
            <FocusPicker
              legend="In view on phones"
              src={value.src}
              ratio={ratios.phone}
              value={value.phone_focus}
              onChange={(phone_focus) => onChange({ ...value, phone_focus })}
            />
          </div>
        </>
      )}
      {error && (
        <p role="alert" tabIndex={-1} data-list-error className="text-small font-[520] text-danger">
          {error}
        </p>
      )}
      <ChoosePicture
        label={label}
        hasPicture={value !== undefined}
        onChoose={({ src, alt }) => onChange({ focus: CENTER, phone_focus: CENTER, ...value, src, alt })}
      />
    </div>
  )
}

type ChoosePictureProps = { label: string; hasPicture: boolean; onChoose: (picture: MediaPicture) => void }

/** Opens the library, in which a picture is chosen or uploaded. */
export function ChoosePicture({ label, hasPicture, onChoose }: ChoosePictureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} className="justify-self-start">
        {hasPicture ? 'Change picture' : 'Choose picture'}
        <span className="sr-only">: {label}</span>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Choose a picture" variant="wide">
        <Library
          onChoose={(picture) => {
            onChoose(picture)
            setOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

function Library({ onChoose }: { onChoose: (picture: MediaPicture) => void }) {
  const [search, setSearch] = useState('')
  const pictures = useAdminPages('media', { search, use: 'all', sized: '1' })
  return (
    <div className="grid grid-cols-1 gap-4">
      <UploadArea label="Upload a picture" onUploaded={onChoose} />
      <SearchField label="File name or alt text" value={search} onSearch={setSearch} />
      <Loaded query={pictures}>
        {({ pages }) => {
          const shown = pages.flatMap(({ data }) => data)
          return shown.length === 0 ? (
            <Empty title="No pictures found" />
          ) : (
            <ul aria-label="Pictures" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              {shown.map((picture) => (
                <li key={picture.id}>
                  <button
                    type="button"
                    onClick={() => onChoose(picture)}
                    className="grid w-full grid-cols-1 gap-1 rounded-field p-1 text-left hover:bg-sunken"
                  >
                    <LibraryPicture picture={picture} className="aspect-square" />
                    <span className="truncate text-small">{pictureName(picture)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      <LoadMore query={pictures} what="pictures" />
    </div>
  )
}
