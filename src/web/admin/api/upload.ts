import type { AdminResponse } from '#contract/admin-calls.ts'
import { send } from './api.ts'

type UploadName =
  | 'staffUpload'
  | 'uploadPicture'
  | 'uploadProductPicture'
  | 'uploadProductDocument'
  | 'uploadProductImport'

/** Makes a call with a file as a multipart form; aborting the signal ends the upload. */
export function adminUpload<N extends UploadName>(
  name: N,
  file: File,
  signal?: AbortSignal,
): Promise<AdminResponse<N>> {
  const form = new FormData()
  form.set('file', file)
  return send(name, { body: form, ...(signal && { signal }) })
}
