export type Listing = { files: { key: string; bytes: number; storedAt: Date }[]; next: string | undefined }

/** Parses a page of ListObjectsV2. The parser is loaded on first use: a running shop lists its files once a day. */
export async function readListing(xml: string): Promise<Listing> {
  const { Parser } = await import('htmlparser2')
  const files: Listing['files'] = []
  let next: string | undefined
  let isObject = false
  let text = ''
  let fields: Record<string, string> = {}
  const parser = new Parser(
    {
      onopentag(name) {
        text = ''
        if (name !== 'Contents') return
        isObject = true
        fields = {}
      },
      ontext(part) {
        text += part
      },
      onclosetag(name) {
        if (name === 'Contents') {
          isObject = false
          const { Key: key = '', Size: bytes, LastModified: storedAt = '' } = fields
          files.push({ key, bytes: Number(bytes), storedAt: new Date(storedAt) })
        } else if (isObject) fields[name] = text
        else if (name === 'NextContinuationToken') next = text
        text = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return { files, next }
}
