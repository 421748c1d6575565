import { useRef, useState } from 'react'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { adminUpload } from '../api/upload.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { countPlaces, type ShownPicture } from './picture-labels.ts'
import { ACCEPTED_PICTURES } from './UploadArea.tsx'

/** Shows another file in every place of a picture. */
export function ReplacePictureDialog({ picture, onClose }: { picture: ShownPicture; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(picture)
  const [file, setFile] = useState<File>()
  /** Uploaded once, even if the replacement is refused and sent again. */
  const uploaded = useRef<{ file: File; id: number }>(undefined)
  const replace = useAdminMutation('replacePicture', { hideErrorToast: true, successMessage: 'Picture replaced.' })

  async function submit() {
    if (!file) return false
    if (uploaded.current?.file !== file) {
      const { id } = await adminUpload('uploadPicture', file)
      uploaded.current = { file, id }
    }
    const replacement_id = uploaded.current.id
    const params = { picture_id: picture.id }
    return sendExpected((expected_version) =>
      replace.mutateAsync({ params, body: { replacement_id, expected_version } }),
    )
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Replace everywhere"
      submit={picture.use_count === 0 ? 'Replace' : `Replace in ${countPlaces(picture.use_count)}`}
      disabled={file === undefined}
      isChanged={file !== undefined}
      onSubmit={submit}
    >
      <ConcurrentChanges
        opened={opened}
        latest={latest}
        facts={({ use_count }) => ({ 'Where it’s used': countPlaces(use_count) })}
      />
      <p>
        Every place shows the new picture right away, with its own alt text as before. Former versions of products keep
        the old one.
      </p>
      <FileDrop
        label="New picture"
        hint="JPEG, PNG, WebP, AVIF or GIF, up to 8 MB."
        files={file ? [file] : []}
        accept={ACCEPTED_PICTURES}
        maxBytes={PICTURE_LIMIT}
        onFiles={([chosen]) => setFile(chosen)}
      />
    </FormDialog>
  )
}
