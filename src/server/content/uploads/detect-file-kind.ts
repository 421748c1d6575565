import type { ReceivedFile } from '#server/platform/files/received-file.ts'
import { detectOldOffice } from './detect-old-office.ts'
import { readPictureHead } from './fits-in-memory.ts'
import { isPlainText } from './is-plain-text.ts'

export type FileKind = {
  /** Extension of the stored file; decides its type when it is served. */
  ending: string
  type: string
  /** Allowed extensions of the original file name. */
  endings: readonly string[]
  isPicture?: boolean
}

const createKind = (
  type: string,
  ending: string,
  options: { endings?: readonly string[]; isPicture?: boolean } = {},
): FileKind => ({
  type,
  ending,
  endings: options.endings ?? [ending],
  ...(options.isPicture && { isPicture: true }),
})
const picture = { isPicture: true }
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** All types that may be uploaded (docs/product §5.3): no SVG, no HTML, nor anything else that can run. */
export const fileKinds: readonly FileKind[] = [
  createKind('image/jpeg', 'jpg', { endings: ['jpg', 'jpeg'], isPicture: true }),
  createKind('image/png', 'png', picture),
  createKind('image/webp', 'webp', picture),
  createKind('image/avif', 'avif', picture),
  createKind('image/gif', 'gif', picture),
  createKind('application/pdf', 'pdf'),
  createKind(`${OFFICE}.wordprocessingml.document`, 'docx'),
  createKind(`${OFFICE}.spreadsheetml.sheet`, 'xlsx'),
  createKind(`${OFFICE}.presentationml.presentation`, 'pptx'),
  createKind('application/msword', 'doc'),
  createKind('application/vnd.ms-excel', 'xls'),
  createKind('application/vnd.ms-powerpoint', 'ppt'),
  createKind('application/zip', 'zip'),
  createKind('text/csv', 'csv'),
  createKind('text/plain', 'txt', { endings: ['txt', 'text', 'log', 'md'] }),
]

const findKindByEnding = (ending: string) => fileKinds.find((candidate) => candidate.ending === ending)

/** Detects the type of a file from its bytes alone; undefined for everything that the shop does not accept. */
export async function detectFileKind({ path, name }: ReceivedFile): Promise<FileKind | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  const detected = await fileTypeFromFile(path)
  // Text has no signature, so a file without one is text if it reads as text.
  if (!detected) return (await isPlainText(path)) ? findKindByEnding(/\.csv$/i.test(name) ? 'csv' : 'txt') : undefined
  if (detected.mime === 'application/x-cfb') {
    const ending = await detectOldOffice(path)
    return ending === undefined ? undefined : findKindByEnding(ending)
  }
  const type = detected.mime === 'image/apng' ? 'image/png' : detected.mime
  const candidate = fileKinds.find((candidate) => candidate.type === type)
  // Six letters turn any script into a "GIF", so the rest must be a picture, too.
  return candidate?.isPicture && !(await readPictureHead(path)) ? undefined : candidate
}
