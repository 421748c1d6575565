import type { Body, FileField, ResponseBody, UploadName } from '#contract/calls.ts'
import { send } from './api.ts'

/** Makes a call with a file as a multipart form. */
export function upload<N extends UploadName>(
  name: N,
  fields: Body<N> | Record<never, never>,
  file: Partial<Record<FileField<N>, File>>,
): Promise<ResponseBody<N>> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ...fields, ...file })) {
    if (value !== undefined) form.set(field, value instanceof File ? value : String(value))
  }
  return send(name, { body: form })
}
