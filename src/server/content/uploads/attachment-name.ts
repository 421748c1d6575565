import { TEXT_LIMIT } from '#contract/base/limits.ts'
import { normalizeForm } from '#domain/text/normal-form.ts'
import type { FileKind } from './detect-file-kind.ts'

/**
 * Makes a file's own name safe to show and to save under: no folders, no control or direction characters, and an
 * extension that matches the content, so that `invoice.pdf.exe` does not run anything.
 */
export function sanitizeAttachmentName(name: string, kind: Pick<FileKind, 'ending' | 'endings'>): string {
  const baseName = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  // Cuts before any pattern, because the sender chooses the length. Browsers send a quote in a name as %22.
  const base = normalizeForm(baseName.slice(0, TEXT_LIMIT), 'NFC')
    .replaceAll('%22', '"')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  const dot = base.lastIndexOf('.')
  const hasMatchingEnding = dot > 0 && kind.endings.includes(base.slice(dot + 1).toLowerCase())
  const ending = hasMatchingEnding ? base.slice(dot) : `.${kind.ending}`
  const stem = (hasMatchingEnding ? base.slice(0, dot) : base) || 'attachment'
  return stem.slice(0, TEXT_LIMIT - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

/** RFC 6266: the name in ASCII for older clients, followed by the full name. */
export function formatContentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
