import type { FastifyInstance } from 'fastify'
import {
  deletePictureCall,
  type MediaPicture,
  mediaCall,
  mediaPictureCall,
  replacePictureCall,
  savePictureCall,
  uploadPictureCall,
} from '#contract/content/media.ts'
import { discardPicture, LIBRARY_SIZES, storePicture } from '#server/content/uploads/store-picture.ts'
import { pictureProblem } from '#server/content/uploads/upload.errors.ts'
import { fieldProblem, notFound, problem } from '#server/http/errors.ts'
import { type Receive, serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { abortOnDisconnect } from '#server/platform/abort-on-disconnect.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { addPicture, deletePicture, replacePicture, savePicture } from './change-pictures.ts'
import { measurePicture, withSize } from './measure-picture.ts'
import { findFormerVersionCount, findPicture, findPictures, findUses } from './picture.queries.ts'
import { presentPicture } from './present-picture.ts'

const PAGE_SIZE = 48
/** Uses that the list names; the picture has all. */
const LISTED_USES = 3
const LIBRARY_WIDTHS = [...new Set(LIBRARY_SIZES.map(({ width }) => width))]

/** The media library (docs/back-office §9). */
export function mediaRoutes(app: FastifyInstance, services: Services, receive: Receive): void {
  const { db, files } = services
  const { permitted } = makeStaffPolicies(services)

  async function requirePicture(id: number): Promise<MediaPicture> {
    const picture = await findPicture(db, id)
    if (!picture) throw notFound()
    return presentPicture(await withSize(services, picture), await findUses(db, [picture.file]))
  }
  const staleProblem = async (id: number) =>
    problem('stale', 'Someone else changed this picture.', { current: await requirePicture(id) })

  serve(app, mediaCall, permitted(mediaCall), async ({ query: { search, use, sized, after } }) => {
    const filter = { search, use, sized: sized === '1' }
    const { pictures, count } = await findPictures(db, filter, { after, limit: PAGE_SIZE + 1 })
    const shown = await Promise.all(pictures.slice(0, PAGE_SIZE).map((picture) => withSize(services, picture)))
    const uses = await findUses(
      db,
      shown.map(({ file }) => file),
    )
    return {
      data: shown.map((picture) => presentPicture(picture, uses, LISTED_USES)),
      next: pictures.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
      count,
    }
  })

  serve(app, mediaPictureCall, permitted(mediaPictureCall), async ({ params: { picture_id: id } }) => ({
    ...(await requirePicture(id)),
    former_versions: await findFormerVersionCount(db, id),
  }))

  serve(
    app,
    uploadPictureCall,
    permitted(uploadPictureCall),
    async ({ file, caller: { actor }, reply }) => {
      if (!file) throw fieldProblem('invalid', 'file', 'Choose a picture.')
      const stored = await storePicture(files, file.path, LIBRARY_SIZES, {
        owner: 'staff',
        signal: abortOnDisconnect(reply),
      })
      if (!stored.ok) throw pictureProblem(stored.refusal)
      const size = await measurePicture(files, { file: stored.file, widths: LIBRARY_WIDTHS })
      if (!size) throw new Error('a stored picture is missing')
      const picture = { file: stored.file, name: readFileName(file.name), widths: LIBRARY_WIDTHS, ...size }
      const id = await inTransaction(db, (trx) => addPicture(trx, actor, picture))
      return requirePicture(id)
    },
    receive,
  )

  serve(app, savePictureCall, permitted(savePictureCall), async ({ params: { picture_id: id }, body, caller }) => {
    const target = { id, expectedVersion: body.expected_version }
    const result = await inTransaction(db, (trx) => savePicture(trx, caller.actor, { ...target, alt: body.alt }))
    if (result.ok) return requirePicture(id)
    if (result.refusal.code === 'not_found') throw notFound()
    throw await staleProblem(id)
  })

  serve(
    app,
    replacePictureCall,
    permitted(replacePictureCall),
    async ({ params: { picture_id: id }, body, caller }) => {
      const target = { id, expectedVersion: body.expected_version, replacementId: body.replacement_id }
      const result = await inTransaction(db, (trx) => replacePicture(trx, caller.actor, target))
      if (result.ok) return requirePicture(id)
      switch (result.refusal.code) {
        case 'not_found':
          throw notFound()
        case 'stale':
          throw await staleProblem(id)
        case 'picture_of_member':
          throw ofMemberProblem()
        case 'replacement_unusable':
          throw fieldProblem('replacement_unusable', 'replacement_id', 'Choose a new picture that is not used yet.')
      }
    },
  )

  serve(app, deletePictureCall, permitted(deletePictureCall), async ({ params: { picture_id: id }, body, caller }) => {
    const target = { id, expectedVersion: body.expected_version }
    const result = await inTransaction(db, (trx) => deletePicture(trx, caller.actor, target))
    if (result.ok) {
      for (const file of result.deletedFiles) await discardPicture(files, file)
      return {}
    }
    switch (result.refusal.code) {
      case 'not_found':
        throw notFound()
      case 'stale':
        throw await staleProblem(id)
      case 'picture_of_member':
        throw ofMemberProblem()
      case 'picture_in_use':
        throw problem('picture_in_use', 'The picture is in use, so it can’t be deleted.', {
          current: await requirePicture(id),
        })
    }
  })
}

const ofMemberProblem = () => problem('picture_of_member', 'This picture belongs to a member’s post.')

/** The name of an uploaded file without its ending, as one line of text. */
const readFileName = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 255)
