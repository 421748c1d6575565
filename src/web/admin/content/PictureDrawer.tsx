import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { savePictureCall } from '#contract/content/media.ts'
import { TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { Detail } from '../ui/Detail.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Section } from '../ui/Section.tsx'
import { Loaded } from '../ui/states.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { LibraryPicture } from './LibraryPicture.tsx'
import {
  findDeleteObstacle,
  pictureName,
  pictureSize,
  placeLabel,
  placePath,
  type ShownPicture,
} from './picture-labels.ts'
import { ReplacePictureDialog } from './ReplacePictureDialog.tsx'

/** One picture with its uses and actions. */
export function PictureDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Dialog open={id !== undefined} onClose={onClose} title="Picture" variant="drawer">
      {id !== undefined && <PictureLoader id={Number(id)} onDeleted={onClose} />}
    </Dialog>
  )
}

function PictureLoader({ id, onDeleted }: { id: number; onDeleted: () => void }) {
  const picture = useQuery(adminQuery('mediaPicture', { params: { picture_id: id } }))
  return <Loaded query={picture}>{(data) => <PictureView picture={data} onDeleted={onDeleted} />}</Loaded>
}

function PictureView({ picture, onDeleted }: { picture: ShownPicture; onDeleted: () => void }) {
  const [openDialog, setOpenDialog] = useState<'alt' | 'replace' | 'delete'>()
  const close = () => setOpenDialog(undefined)
  const { name, alt, added_at, added_by, uses, of_member } = picture
  const obstacle = findDeleteObstacle(picture)
  return (
    <article className="grid grid-cols-1 gap-5">
      <LibraryPicture picture={picture} width={960} className="max-h-96" />
      <dl className="grid gap-3 sm:grid-cols-2">
        <Detail name="Alt text">{alt || 'None'}</Detail>
        <Detail name="Largest file">{pictureSize(picture)}</Detail>
        {name && <Detail name="File name">{name}</Detail>}
        <Detail name="Added">
          {formatDateTime(added_at)}
          {added_by && ` by ${added_by}`}
        </Detail>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpenDialog('alt')}>Change alt text</Button>
        {!of_member && <Button onClick={() => setOpenDialog('replace')}>Replace everywhere</Button>}
        {obstacle === undefined && (
          <Button kind="danger" onClick={() => setOpenDialog('delete')}>
            Delete
          </Button>
        )}
      </div>
      <Section title="Where it’s used" note={uses.length > 0 && String(uses.length)}>
        {uses.length === 0 ? (
          <p className="pt-3 text-muted">Nothing shows this picture.</p>
        ) : (
          <ul className="divide-y divide-hairline">
            {uses.map((use) => (
              <li key={`${use.kind} ${use.id}`}>
                <PageLink
                  to={placePath(use)}
                  className="flex min-h-9 items-center py-1 text-link pointer-coarse:min-h-11"
                >
                  {placeLabel(use)}
                </PageLink>
              </li>
            ))}
          </ul>
        )}
        {obstacle !== undefined && <p className="pt-3 text-small text-muted">{obstacle}</p>}
      </Section>
      {openDialog === 'alt' && <AltDialog picture={picture} onClose={close} />}
      {openDialog === 'replace' && <ReplacePictureDialog picture={picture} onClose={close} />}
      {openDialog === 'delete' && <DeleteDialog picture={picture} onClose={close} onDeleted={onDeleted} />}
    </article>
  )
}

type ChosenProps = { picture: ShownPicture; onClose: () => void }

const facts = ({ alt, name }: ShownPicture): Record<string, string> => ({ 'Alt text': alt, 'File name': name })

function AltDialog({ picture, onClose }: ChosenProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(picture)
  const save = useAdminMutation('savePicture', { hideErrorToast: true, successMessage: 'Alt text saved.' })
  const params = { picture_id: picture.id }
  const form = useAdminForm({
    call: savePictureCall,
    fields: { alt: picture.alt },
    body: ({ alt }) => ({ alt, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) => save.mutateAsync({ params, body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title="Alt text" submit="Save alt text" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={facts} />
      <TextField
        {...form.field('alt')}
        label="Alt text"
        hint="Describes the picture for people who can’t see it. Suggested where you use the picture next; places that show it keep their own."
        maxLength={255}
        autoFocus
      />
    </FormDialog>
  )
}

function DeleteDialog({ picture, onClose, onDeleted }: ChosenProps & { onDeleted: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(picture)
  const remove = useAdminMutation('deletePicture', {
    hideErrorToast: true,
    successMessage: 'Picture deleted.',
    removes: ({ params }) => adminQuery('mediaPicture', { params: { picture_id: Number(params.picture_id) } }).queryKey,
    onSuccess: onDeleted,
  })
  const params = { picture_id: picture.id }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Delete ${pictureName(picture)}`}
      submit="Delete picture"
      danger
      focusSubmit
      onSubmit={() => sendExpected((expected_version) => remove.mutateAsync({ params, body: { expected_version } }))}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={facts} />
      <p>Nothing shows this picture. Its files are deleted for good.</p>
    </FormDialog>
  )
}
