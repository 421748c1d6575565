import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { MAX_BODY_BYTES } from '#contract/base/call.ts'
import { instant, rowId, urlPart } from '#contract/base/fields.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { BrandBody } from './brand.ts'
import { FaqsBody } from './faqs.ts'
import { FinderBody } from './finder.ts'
import { HomeBody } from './home.ts'
import { NavigationBody, NotFoundBody } from './navigation.ts'
import { AnnouncementBody, NoticesBody } from './notices.ts'
import { PageBody } from './page.ts'
import { SlidesBody } from './slides.ts'

/** The content of a document by kind. A new kind is a line here and an entry in the server's `documentKinds`. */
export const DocumentContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), body: PageBody }),
  z.object({ kind: z.literal('home'), body: HomeBody }),
  z.object({ kind: z.literal('slides'), body: SlidesBody }),
  z.object({ kind: z.literal('notices'), body: NoticesBody }),
  z.object({ kind: z.literal('announcement'), body: AnnouncementBody }),
  z.object({ kind: z.literal('faqs'), body: FaqsBody }),
  z.object({ kind: z.literal('finder'), body: FinderBody }),
  z.object({ kind: z.literal('navigation'), body: NavigationBody }),
  z.object({ kind: z.literal('not_found'), body: NotFoundBody }),
  z.object({ kind: z.literal('brand'), body: BrandBody }),
])
export type DocumentContent = z.infer<typeof DocumentContent>
type Bodies = { [Content in DocumentContent as Content['kind']]: Content['body'] }
export type DocumentKind = keyof Bodies
export type DocumentBody<Kind extends DocumentKind> = Bodies[Kind]

/** Kinds with a single document, which exists even before it is first saved. */
export const singleKinds = [
  'home',
  'slides',
  'notices',
  'announcement',
  'faqs',
  'finder',
  'navigation',
  'not_found',
  'brand',
] as const satisfies readonly DocumentKind[]
export type SingleKind = (typeof singleKinds)[number]

/** A document in URLs: the kind of a single one, or the ID of a page. */
const DocumentKey = z.union([z.enum(singleKinds), rowId])
export type DocumentKey = z.infer<typeof DocumentKey>
const params = z.object({ document: DocumentKey })

const DocumentState = {
  document: DocumentKey,
  kind: z.string(),
  /** Last part of a page's URL; empty for other kinds. */
  slug: z.string(),
  title: z.string(),
  /** Page of the shop that shows it. */
  path: z.nullable(z.string()),
  /** Number of the newest version; 0 until the document is first saved. */
  number: z.int(),
  changed_at: z.nullable(instant),
  changed_by: z.nullable(z.string()),
  published_number: z.nullable(z.int()),
  published_at: z.nullable(instant),
  scheduled_number: z.nullable(z.int()),
  scheduled_for: z.nullable(instant),
}

export const ContentDocument = z.object({
  ...DocumentState,
  /** The newest version: the published one or a draft. */
  content: DocumentContent,
  /** Links of the newest version to pages of the shop that visitors cannot open now. */
  dead_links: z.array(z.string()),
  version: Version,
})
export type ContentDocument = z.infer<typeof ContentDocument>

export const ListedDocument = z.object(DocumentState)
export type ListedDocument = z.infer<typeof ListedDocument>

export const contentDocumentsCall = defineAdminCall('contentDocuments', {
  summary: 'Lists the shop’s texts: pages by title, and the documents of the other kinds',
  permission: 'content.change',
  responses: { 200: z.object({ data: z.array(ListedDocument) }) },
})
export const contentDocumentCall = defineAdminCall('contentDocument', {
  summary: 'Retrieves a document with its newest version',
  permission: 'content.change',
  params,
  responses: { 200: ContentDocument },
  errors: [404],
})

export const ContentVersion = z.object({
  number: z.int(),
  made_at: instant,
  made_by: z.string(),
  restored_from: z.nullable(z.int()),
})
export type ContentVersion = z.infer<typeof ContentVersion>

export const contentHistoryCall = defineAdminCall('contentHistory', {
  summary: 'Lists the versions of a document, newest first, 50 per page',
  permission: 'content.change',
  params,
  query: z.object({ after: z.optional(rowId) }),
  responses: { 200: z.object({ data: z.array(ContentVersion), next: z.nullable(z.int()) }) },
  errors: [404, 422],
})
export const contentVersionCall = defineAdminCall('contentVersion', {
  summary: 'Retrieves a version of a document as text, with that of the version before it',
  permission: 'content.change',
  params: z.object({ document: DocumentKey, number: rowId }),
  responses: { 200: z.object({ text: z.string(), previous_text: z.string() }) },
  errors: [404],
})

export const slug = urlPart('Enter the last part of the URL.', 80)
const changed = {
  permission: 'content.change',
  params,
  responses: { 200: ContentDocument },
  current: ContentDocument,
  errors: [404, 409, 422],
} as const

export const addContentPageCall = defineAdminCall('addContentPage', {
  summary: 'Adds a page as a draft',
  permission: 'content.change',
  body: z.object({ slug, title: PageBody.shape.title }),
  responses: { 200: ContentDocument },
  errors: [409, 422],
})
export const saveContentCall = defineAdminCall('saveContent', {
  summary: 'Saves a draft: a new version that visitors do not see until it is published',
  ...changed,
  body: z.object({ content: DocumentContent, expected_version }),
  maxBodyBytes: MAX_BODY_BYTES,
  errors: [404, 409, 413, 422],
})
export const moveContentPageCall = defineAdminCall('moveContentPage', {
  summary: 'Changes the URL of a page; the former one redirects if the page was published',
  ...changed,
  body: z.object({ slug, expected_version }),
})
export const publishContentCall = defineAdminCall('publishContent', {
  summary: 'Shows the newest version to visitors from now on',
  ...changed,
  body: z.object({ expected_version }),
})
export const scheduleContentCall = defineAdminCall('scheduleContent', {
  summary: 'Publishes the newest version at a time in the future',
  ...changed,
  body: z.object({
    at: z.iso.datetime({ offset: true, error: 'Enter a date and time.' }),
    expected_version,
  }),
})
export const unscheduleContentCall = defineAdminCall('unscheduleContent', {
  summary: 'Cancels the scheduled publication',
  ...changed,
  body: z.object({ expected_version }),
})
export const unpublishContentCall = defineAdminCall('unpublishContent', {
  summary: 'Takes a page off the shop; its versions are kept',
  ...changed,
  body: z.object({ expected_version }),
})
export const restoreContentCall = defineAdminCall('restoreContent', {
  summary: 'Saves a copy of an earlier version as the newest draft',
  ...changed,
  body: z.object({ number: rowId, expected_version }),
})
export const previewContentCall = defineAdminCall('previewContent', {
  summary: 'Creates a link that shows the newest version to anyone for seven days',
  permission: 'content.change',
  params,
  body: z.object({}),
  responses: { 200: z.object({ url: z.string(), expires_at: instant }) },
  errors: [404, 422],
})
