import { randomUUID } from 'node:crypto'

/** A request's body; the light DOM's forms are unknown to Node, so their multipart text is written here. */
export async function encodeBody(body: RequestInit['body']): Promise<{ payload?: string | Buffer; type?: string }> {
  if (typeof body === 'string') return { payload: body }
  if (!(body instanceof FormData)) return {}
  const boundary = `form-${randomUUID()}`
  const parts: Buffer[] = []
  for (const [name, value] of body.entries()) {
    const file = typeof value === 'string' ? undefined : value
    const fileHead = file ? `; filename="${file.name}"\r\ncontent-type: ${file.type || 'application/octet-stream'}` : ''
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileHead}\r\n\r\n`))
    parts.push(typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer()))
    parts.push(Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` }
}
