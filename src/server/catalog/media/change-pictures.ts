import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { replacePictureInProducts } from '#server/catalog/editing/replace-picture-in-products.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import {
  deletePictureRow,
  findFormerFiles,
  findFormerVersionCount,
  findUses,
  insertPicture,
  lockPictures,
  moveFile,
  type PictureRow,
  replaceInRows,
  updateAlt,
} from './picture.queries.ts'

type Missing = Refusal<'not_found' | 'stale'>
type Target = { id: number; expectedVersion: string }

/** Adds a stored picture to the library. */
export async function addPicture(
  trx: Transaction,
  actor: Actor,
  picture: { file: string; name: string; widths: readonly number[]; width: number; height: number; bytes: number },
): Promise<number> {
  const id = await insertPicture(trx, { ...picture, addedBy: formatActorName(actor) })
  const { name, file } = picture
  await recordAction(trx, actor, { action: 'picture.added', subject: { kind: 'picture', id }, after: { name, file } })
  return id
}

/** Changes the alt text that is suggested for a picture. */
export async function savePicture(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion, alt }: Target & { alt: string },
): Promise<Result<NoValue, Missing>> {
  const found = await lockExpected(trx, { id, expectedVersion })
  if (!found.ok) return found
  const { picture } = found
  if (picture.alt === alt) return { ok: true }
  await updateAlt(trx, id, alt)
  await recordAction(trx, actor, {
    action: 'picture.changed',
    subject: { kind: 'picture', id },
    before: { alt: picture.alt },
    after: { alt },
  })
  return { ok: true }
}

/**
 * Shows the file of another picture in every place of this one. The other picture is gone then; the former file stays
 * for former versions.
 */
export async function replacePicture(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion, replacementId }: Target & { replacementId: number },
): Promise<
  Result<
    NoValue,
    Missing | Refusal<'picture_of_member'> | (Refusal<'replacement_unusable'> & { field: 'replacement_id' })
  >
> {
  const unusable = refuse({ code: 'replacement_unusable', field: 'replacement_id' } as const)
  const found = await lockExpected(trx, { id, expectedVersion }, [replacementId])
  if (!found.ok) return found
  const { picture, others } = found
  const [replacement] = others
  if (picture.of_member) return refuse({ code: 'picture_of_member' })
  if (!replacement || replacement.id === id || replacement.widths.length === 1) return unusable
  const uses = await findUses(trx, [picture.file, replacement.file])
  const isUsed =
    uses.some(({ file }) => file === replacement.file) || (await findFormerVersionCount(trx, replacement.id)) > 0
  if (isUsed || (await findFormerFiles(trx, replacement.id)).length > 0) return unusable
  const before = [picture.file, ...(await findFormerFiles(trx, id))]
  await moveFile(trx, replacement, picture)
  const products = uses.filter(({ kind }) => kind === 'product' || kind === 'description').map((use) => use.id)
  await replacePictureInProducts(trx, actor, products, { before, after: replacement.file })
  await replaceInRows(trx, before, replacement.file)
  await recordAction(trx, actor, {
    action: 'picture.replaced',
    subject: { kind: 'picture', id },
    before: { file: picture.file },
    after: { file: replacement.file, uses: uses.length },
  })
  return { ok: true }
}

/** Deletes a picture that nothing uses. Returns its files, without size and format, to be removed after the commit. */
export async function deletePicture(
  trx: Transaction,
  actor: Actor,
  target: Target,
): Promise<Result<{ deletedFiles: string[] }, Missing | Refusal<'picture_in_use' | 'picture_of_member'>>> {
  const found = await lockExpected(trx, target)
  if (!found.ok) return found
  const { picture } = found
  if (picture.of_member) return refuse({ code: 'picture_of_member' })
  const uses = await findUses(trx, [picture.file])
  if (uses.length > 0 || (await findFormerVersionCount(trx, picture.id)) > 0) return refuse({ code: 'picture_in_use' })
  const deletedFiles = [picture.file, ...(await findFormerFiles(trx, picture.id))]
  await deletePictureRow(trx, picture)
  const { name, alt, file } = picture
  await recordAction(trx, actor, {
    action: 'picture.deleted',
    subject: { kind: 'picture', id: picture.id },
    before: { name, alt, file },
  })
  return { ok: true, deletedFiles }
}

async function lockExpected(
  trx: Transaction,
  { id, expectedVersion }: Target,
  otherIds: readonly number[] = [],
): Promise<Result<{ picture: PictureRow; others: PictureRow[] }, Missing>> {
  const locked = await lockPictures(trx, [id, ...otherIds])
  const picture = locked.find((row) => row.id === id)
  if (!picture) return refuse({ code: 'not_found' })
  if (String(picture.version) !== expectedVersion) return refuse({ code: 'stale' })
  return { ok: true, picture, others: locked.filter((row) => otherIds.includes(row.id)) }
}
