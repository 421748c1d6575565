import type { DocumentBody, DocumentKind } from '#contract/content/documents.ts'
import type { Refusal, Result } from '#domain/result.ts'

export type CleanRefusal = Refusal<'too_much_markup'> & { field: string }

/** The rules of a kind of document. */
export type DocumentKindRules<Body> = {
  /** Shown until the document is first saved; only for kinds with a single document. */
  defaultBody?: Body
  /** Name of the document in lists. */
  title: (body: Body) => string
  /** Page of the shop that shows the document. */
  path: (slug: string) => string
  /** Sanitizes rich text. */
  clean: (body: Body) => Promise<Result<{ body: Body }, CleanRefusal>>
  /** The text, by which versions are compared line by line. */
  toText: (body: Body) => string
  /** URLs of the uploaded pictures. */
  pictures: (body: Body) => string[]
  links: (body: Body) => string[]
  /** False for a kind that no page shows alone, so that a link could not show a draft of it. */
  hasPreviewLink?: false
  /** When an item begins or ends next, for kinds whose items have a period. */
  nextChange?: (body: Body, now: Date) => Date | null
}

export type AllKindRules = { [Kind in DocumentKind]: DocumentKindRules<DocumentBody<Kind>> }
