import type { FastifyInstance } from 'fastify'
import { formMessages } from '#contract/base/form-messages.ts'
import type { staffUploadCall } from '#contract/content/staff-upload.ts'
import type { uploadCall } from '#contract/posts/calls.ts'
import { fieldProblem } from '#server/http/errors.ts'
import { type Policy, type Receive, serve } from '#server/http/serve.ts'
import { abortOnDisconnect } from '#server/platform/abort-on-disconnect.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { toPictureSrc } from './picture-src.ts'
import { type FileOwner, recordFile } from './record-file.ts'
import { storeRichTextPicture } from './store-rich-text-picture.ts'
import { withTempFileCleanup } from './temp-file-cleanup.ts'
import { pictureProblem, quotaProblem } from './upload.errors.ts'

/** Serves a call that stores a picture from the editor: re-encoded, and recorded for its owner. */
export function servePictureUpload<Caller>(
  app: FastifyInstance,
  { db, files, settings }: Pick<Services, 'db' | 'files' | 'settings'>,
  {
    call,
    policy,
    ownerOf,
    record = async () => {},
  }: {
    call: typeof uploadCall | typeof staffUploadCall
    policy: Policy<Caller>
    ownerOf(caller: Caller): FileOwner
    /** Adds an entry to the audit log in the same transaction. */
    record?(trx: Transaction, caller: Caller, picture: { name: string; bytes: number }): Promise<void>
  },
  receive: Receive,
): void {
  serve(
    app,
    call,
    policy,
    async ({ file, caller, reply }) => {
      if (!file) throw fieldProblem('invalid', 'file', formMessages.uploadFailed)
      const storedPicture = await storeRichTextPicture(files, file, {
        owner: JSON.stringify(ownerOf(caller)),
        signal: abortOnDisconnect(reply),
      })
      if (!storedPicture.ok) throw pictureProblem(storedPicture.refusal)
      const { name, bytes } = storedPicture
      const recorded = await withTempFileCleanup(files, name, () =>
        inTransaction(db, async (trx) => {
          const stored = await recordFile(trx, ownerOf(caller), { name, bytes }, { settings })
          if (stored.ok) await record(trx, caller, { name, bytes })
          return stored
        }),
      )
      if (!recorded.ok) throw quotaProblem(recorded.refusal)
      return { location: toPictureSrc(name) }
    },
    receive,
  )
}
