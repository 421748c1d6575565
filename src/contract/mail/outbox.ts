import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant, optionalText } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
const mailId = z.uuid(shopMessages.malformed)
const mailParams = z.object({ mail_id: mailId })
const MAX_SELECTED = 1_000

/** The delivery state of a mail; `failed` after retrying for a day. */
export const mailStates = ['queued', 'retrying', 'sent', 'failed'] as const
const state = z.enum(mailStates, shopMessages.malformed)

const row = {
  id: text,
  /** The kind of mail, such as `order_placed`. */
  mail: text,
  state,
  /** The recipient of the sent mail, or its current recipient; null if that person no longer exists. */
  recipient: z.nullable(text),
  /** Subject of the sent mail. */
  subject: z.nullable(text),
  order_id: z.nullable(z.int()),
  user_id: z.nullable(z.int()),
  queued_at: instant,
  sent_at: z.nullable(instant),
  attempts: z.int(),
  /** Error of the last attempt. */
  reason: text,
  /** Number of manual resends. */
  resends: z.int(),
  version: Version,
}
export const OutboxMail = z.object(row)
export type OutboxMail = z.infer<typeof OutboxMail>

export const mailsCall = defineAdminCall('mails', {
  summary:
    'Lists queued, retried, sent and failed emails, latest first; emails to staff require the permission to manage staff',
  permission: 'orders.read',
  query: z.object({
    state: z.optional(state),
    /** The beginning of the recipient's email. */
    search: optionalText(),
    /** The `next` of the previous page. */
    after: z.optional(
      z.string().check(z.regex(/^\d{1,17}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, shopMessages.malformed)),
    ),
  }),
  responses: {
    200: z.object({
      data: z.array(OutboxMail),
      next: z.nullable(text),
      /** Number of mails on all pages, exact up to 1,000; `more` says that there are more. */
      count: z.object({ value: z.int(), more: z.boolean() }),
    }),
  },
  errors: [422],
})

export const OpenedMail = z.object({
  ...row,
  /**
   * The mail as it would be written now; null if its subject no longer exists. Its links that sign in, or that open an
   * order without signing in, are disabled.
   */
  content: z.nullable(z.object({ subject: text, html: text, text })),
})
export type OpenedMail = z.infer<typeof OpenedMail>

export const mailCall = defineAdminCall('mail', {
  summary: 'Retrieves an email with its text as it would be rendered now; links are masked',
  permission: 'orders.read',
  params: mailParams,
  responses: { 200: OpenedMail },
  errors: [404, 422],
})
export const mailPageCall = defineAdminCall('mailPage', {
  summary: 'Renders the same email as an inert HTML page, for a frame in the back office',
  permission: 'orders.read',
  params: mailParams,
  responses: { 200: z.string() },
  contentType: 'text/html; charset=utf-8',
  errors: [404, 422],
})
export const resendMailCall = defineAdminCall('resendMail', {
  summary: 'Resends an email to the same recipient with fresh links. Returns 409 if it is queued or was just resent',
  permission: 'orders.change',
  params: mailParams,
  body: z.object({ expected_version }),
  responses: { 200: OpenedMail },
  current: OpenedMail,
  errors: [404, 409, 422],
})
export const retryMailsCall = defineAdminCall('retryMails', {
  summary: 'Retries failed emails; skips those that are no longer failed',
  permission: 'orders.change',
  body: z.object({
    mail_ids: z.array(mailId).check(z.minLength(1, 'Choose an email.'), z.maxLength(MAX_SELECTED)),
  }),
  responses: { 200: z.object({ retried: z.array(text) }) },
  errors: [422],
})
