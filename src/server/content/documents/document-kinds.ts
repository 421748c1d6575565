import {
  type DocumentBody,
  DocumentContent,
  type DocumentKey,
  type DocumentKind,
  type SingleKind,
  singleKinds,
} from '#contract/content/documents.ts'
import { brandKind } from './brand-kind.ts'
import type { AllKindRules, DocumentKindRules } from './document-kind.ts'
import { faqsKind } from './faqs-kind.ts'
import { finderKind } from './finder-kind.ts'
import { homeKind } from './home-kind.ts'
import { navigationKind, notFoundKind } from './navigation-kind.ts'
import { announcementKind, noticesKind } from './notices-kind.ts'
import { pageKind } from './page-kind.ts'
import { slidesKind } from './slides-kind.ts'

/** Every kind of document. */
const documentKinds: AllKindRules = {
  page: pageKind,
  home: homeKind,
  slides: slidesKind,
  notices: noticesKind,
  announcement: announcementKind,
  faqs: faqsKind,
  finder: finderKind,
  navigation: navigationKind,
  not_found: notFoundKind,
  brand: brandKind,
}

/** The rules accept any body, because the caller has the content of that kind. */
export const rulesOf = (kind: DocumentKind) => documentKinds[kind] as DocumentKindRules<unknown>

export const isSingleKind = (key: DocumentKey): key is SingleKind =>
  (singleKinds as readonly DocumentKey[]).includes(key)

/** Reads a stored body; fields that the kind has gained since get their default. */
export const readContent = (kind: string, body: unknown): DocumentContent => DocumentContent.parse({ kind, body })

/** The body of a single document until it is first saved. */
export function defaultContent<Kind extends SingleKind>(kind: Kind): DocumentContent & { body: DocumentBody<Kind> } {
  return { kind, body: documentKinds[kind].defaultBody } as DocumentContent & { body: DocumentBody<Kind> }
}
