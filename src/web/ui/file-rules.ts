export type FileRules = {
  /**
   * Extensions (`.pdf`) and media types (`image/png`, `image/*`), as in the native `accept`; without any, every file is
   * accepted.
   */
  accept?: readonly string[] | undefined
  minBytes?: number | undefined
  maxBytes?: number | undefined
}

type NamedFile = { name: string; type: string; size: number }

const KILOBYTE = 1024
const MEGABYTE = 1_048_576

/** Returns `812 bytes`, `34 kB`, `2.4 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < MEGABYTE) return `${Math.min(1023, Math.round(bytes / KILOBYTE))} kB`
  return `${Number((bytes / MEGABYTE).toFixed(1))} MB`
}

/** Returns why a file is refused; undefined if it is acceptable. The server also inspects the content. */
export function findFileError(file: NamedFile, { accept = [], minBytes = 0, maxBytes }: FileRules): string | undefined {
  if (accept.length > 0 && !accept.some((rule) => matchesRule(file, rule.toLowerCase()))) {
    return `${file.name} is not a supported file type.`
  }
  if (file.size === 0 && minBytes > 0) return `${file.name} is empty.`
  if (file.size < minBytes) return `${file.name} is smaller than ${fileSize(minBytes)}.`
  if (maxBytes !== undefined && file.size > maxBytes) return `${file.name} is larger than ${fileSize(maxBytes)}.`
  return undefined
}

function matchesRule({ name, type }: NamedFile, rule: string): boolean {
  if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule)
  if (rule.endsWith('/*')) return type.startsWith(rule.slice(0, -1))
  return type === rule
}
