import {
  discardPicture,
  MAX_PICTURE_BYTES,
  pictureMessages,
  storePicture,
} from '#server/content/uploads/store-picture.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import {
  type FetchRefusal,
  fetchPublicFile,
  type PublicNetwork,
} from '#server/platform/public-fetch/fetch-public-file.ts'
import type { Services } from '#server/platform/services.ts'
import { applyFetchedPicture } from './apply-fetched-picture.ts'
import { findImportActor } from './find-import-actor.ts'
import {
  findFetchingImports,
  findPictureCounts,
  findWaitingAddresses,
  recordPicture,
  setFetching,
} from './import-picture.queries.ts'
import { findImport, type ImportRun } from './product-import.queries.ts'

/** Jobs of one name run one at a time, so that this holds for the process. */
const CONCURRENT = 3
const TIMEOUT_MS = 20_000

type JobServices = Pick<Services, 'db' | 'files'>

/** Fetches pictures of imports; resumes at once what a restart interrupted. */
export async function workOnImportPictures(services: JobServices & Pick<Services, 'jobs'>): Promise<void> {
  const { db, jobs } = services
  await jobs.work('import_pictures', ({ import_id }, _jobId, stopping) =>
    executePictureFetch(services, import_id, { stopping }),
  )
  const open = await findFetchingImports(db)
  if (open.length === 0) return
  await inTransaction(db, (trx) =>
    jobs.queue(
      trx,
      'import_pictures',
      open.map((import_id) => ({ import_id })),
    ),
  )
}

/** Fetches the waiting pictures of an import, three at a time. A failed one is recorded and does not stop the others. */
export async function executePictureFetch(
  services: JobServices,
  id: number,
  { stopping, network }: { stopping?: AbortSignal; network?: PublicNetwork } = {},
): Promise<void> {
  const { db } = services
  const run = await findImport(db, id)
  if (!run?.fetches_pictures) return
  const actor = await findImportActor(services, run)
  if (actor) {
    for (;;) {
      const urls = await findWaitingAddresses(db, id, CONCURRENT)
      if (urls.length === 0) break
      await Promise.all(urls.map((url) => fetchPicture(services, actor, { run, url }, { stopping, network })))
      if (stopping?.aborted) return
    }
  }
  await inTransaction(db, async (trx) => {
    await setFetching(trx, id, false)
    if (!actor) return
    const { stored, failed } = await findPictureCounts(trx, id)
    await recordAction(trx, actor, {
      action: 'products.pictures_fetched',
      subject: { kind: 'shop', id: 'products' },
      after: { file: run.file_name, import: id, stored, failed },
    })
  })
}

async function fetchPicture(
  { db, files }: JobServices,
  actor: Actor,
  { run, url }: { run: ImportRun; url: string },
  { stopping, network }: { stopping: AbortSignal | undefined; network: PublicNetwork | undefined },
): Promise<void> {
  const fail = (error: string) => inTransaction(db, (trx) => recordPicture(trx, run.id, { url, error }))
  try {
    const fetched = await fetchPublicFile(url, {
      ...{ maxBytes: MAX_PICTURE_BYTES, timeoutMs: TIMEOUT_MS, signal: stopping, network },
      isAccepted: (type) => type === '' || type.startsWith('image/') || type === 'application/octet-stream',
    })
    if (!fetched.ok) return await fail(describeRefusal(fetched.refusal))
    const stored = await storePicture(files, fetched.bytes)
    if (!stored.ok) return await fail(pictureMessages[stored.refusal.code])
    const picture = { importId: run.id, url, file: stored.file, fileName: run.file_name }
    const isUsed = await inTransaction(db, (trx) => applyFetchedPicture(trx, actor, picture))
    if (!isUsed) await discardPicture(files, stored.file)
  } catch (error) {
    // Waits for the next start.
    if (stopping?.aborted) return
    await fail('The picture could not be stored.')
    throw error
  }
}

function describeRefusal(refusal: FetchRefusal): string {
  switch (refusal.code) {
    case 'address_invalid':
      return 'This isn’t a web address that pictures can be fetched from.'
    case 'not_https':
      return 'Only addresses that begin with https:// are fetched.'
    case 'host_not_found':
      return 'There is no such server.'
    case 'address_not_public':
      return 'The address leads to a private network.'
    case 'too_many_redirects':
      return 'The address redirects too often.'
    case 'too_large':
      return pictureMessages.too_large
    case 'timed_out':
      return 'The server took longer than 20 seconds.'
    case 'not_reached':
      return 'The server could not be reached.'
    case 'wrong_status':
      return refusal.status === 404 || refusal.status === 410
        ? 'There is no picture at this address.'
        : `The server responded with status ${refusal.status}.`
    case 'wrong_type':
      return pictureMessages.not_a_picture
  }
}
