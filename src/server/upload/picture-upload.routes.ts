import type { FastifyInstance } from 'fastify'
import { formMessages } from '#contract/form-messages.ts'
import type { uploadCall } from '#contract/post.ts'
import type { staffUploadCall } from '#contract/staff-upload.ts'
import { problem } from '#server/http/errors.ts'
import { type Policy, type Receive, serve } from '#server/http/serve.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { keptIfNamed } from './kept-if-named.ts'
import { pictureSrc } from './picture-src.ts'
import { type FileOwner, recordFile } from './record-file.ts'
import { storeRichTextPicture } from './store-rich-text-picture.ts'
import { overQuota, pictureProblem } from './upload.problems.ts'

/** Serves a call that stores a picture of the editor: drawn anew, and recorded as its owner's. */
export function servePictureUpload<Who>(
  app: FastifyInstance,
  { db, files, settings }: Pick<Services, 'db' | 'files' | 'settings'>,
  {
    call,
    policy,
    ownerOf,
  }: {
    call: typeof uploadCall | typeof staffUploadCall
    policy: Policy<Who>
    ownerOf(who: Who): FileOwner
  },
  receive: Receive,
): void {
  serve(
    app,
    call,
    policy,
    async ({ file, who }) => {
      if (!file) throw problem(422, formMessages.uploadFailed, { file: formMessages.uploadFailed })
      const drawn = await storeRichTextPicture(files, file)
      if (!drawn.ok) throw pictureProblem(drawn.refusal)
      const { name, bytes } = drawn
      const recorded = await keptIfNamed(files, name, () =>
        inTransaction(db, (trx) => recordFile(trx, settings, ownerOf(who), { name, bytes })),
      )
      if (!recorded.ok) throw overQuota(recorded.refusal)
      return { location: pictureSrc(name) }
    },
    receive,
  )
}
