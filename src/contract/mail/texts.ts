import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant, noNul, optionalLines, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
const params = z.object({ mail: text.check(z.regex(/^[a-z_]{1,60}$/, shopMessages.malformed)) })
const MAX_SUBJECT_LENGTH = 200
const MAX_BODY_LENGTH = 10_000

export const MailTextRow = z.object({
  /** The kind of mail, such as `order_placed`. */
  mail: text,
  group: z.enum(['orders', 'accounts', 'members', 'posts', 'messages', 'staff']),
  name: text,
  /** Describes the recipient and the occasion. */
  description: text,
  subject: text,
  /** Whether its text differs from the default. */
  is_changed: z.boolean(),
  /** Whether its text no longer fits the template, so that the default is used. */
  is_outdated: z.boolean(),
  /** Null if it has never been changed. */
  changed: z.nullable(z.object({ at: instant, by: text })),
})
export type MailTextRow = z.infer<typeof MailTextRow>

const Texts = z.object({ subject: text, body: text })

export const MailText = z.extend(MailTextRow, {
  version: Version,
  body: text,
  default: Texts,
  placeholders: z.array(
    z.object({
      name: text,
      /** `words` go inside a sentence; a `part` or a `link` is alone on its line. */
      kind: z.enum(['words', 'part', 'link']),
      description: text,
      required: z.boolean(),
      /** Default label of a link. */
      label: z.nullable(text),
    }),
  ),
  /** Whether the preview can use an order. */
  supports_order: z.boolean(),
  /** The latest changes, newest first; `text` is null if the default was restored. */
  history: z.array(z.object({ version: z.int(), at: instant, by: text, reason: text, text: z.nullable(Texts) })),
})
export type MailText = z.infer<typeof MailText>

const textFields = {
  subject: z
    .string({ error: shopMessages.malformed })
    .check(z.maxLength(MAX_SUBJECT_LENGTH, 'This text is too long.'), noNul),
  body: z
    .string({ error: shopMessages.malformed })
    .check(z.maxLength(MAX_BODY_LENGTH, 'This text is too long.'), noNul),
}

export const mailTextsCall = defineAdminCall('mailTexts', {
  summary: 'Lists the emails of the shop and whether their text was changed',
  permission: 'settings.change',
  responses: { 200: z.object({ data: z.array(MailTextRow) }) },
})
export const mailTextCall = defineAdminCall('mailText', {
  summary: 'Retrieves an email’s text with its default, placeholders and latest changes',
  permission: 'settings.change',
  params,
  responses: { 200: MailText },
  errors: [404],
})
export const changeMailTextCall = defineAdminCall('changeMailText', {
  summary: 'Updates an email’s text. Returns 409 with the current text if it is no longer at the expected version',
  permission: 'settings.change',
  freshProof: true,
  params,
  body: z.object({ ...textFields, expected_version, reason: optionalLines(500) }),
  responses: { 200: MailText },
  current: MailText,
  errors: [404, 409, 422],
})
export const resetMailTextCall = defineAdminCall('resetMailText', {
  summary: 'Resets an email to its default text',
  permission: 'settings.change',
  freshProof: true,
  params,
  body: z.object({ expected_version, reason: optionalLines(500) }),
  responses: { 200: MailText },
  current: MailText,
  errors: [404, 409, 422],
})
const preview = {
  permission: 'settings.change',
  params,
  body: z.object({
    ...textFields,
    /** The order to preview with; defaults to the latest one. */
    order_id: z.optional(rowId),
  }),
  errors: [404, 422],
} as const
export const previewMailTextCall = defineAdminCall('previewMailText', {
  summary: 'Renders an email with the given text; links are masked, and nothing is saved or sent',
  ...preview,
  responses: {
    200: z.object({
      subject: text,
      html: text,
      text,
      /** Null if the preview uses a fictional order or person. */
      order_id: z.nullable(z.int()),
    }),
  },
})
export const previewMailTextPageCall = defineAdminCall('previewMailTextPage', {
  summary: 'Renders the same text as an inert HTML page, for a frame in the back office',
  ...preview,
  responses: { 200: z.string() },
  contentType: 'text/html; charset=utf-8',
})
