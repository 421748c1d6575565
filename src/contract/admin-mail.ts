import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { instant, optionalText } from './fields.ts'
import { ownMessages } from './messages.ts'
import { Problem } from './problem.ts'

const text = z.string()
const mailId = z.uuid(ownMessages.malformed)
const mailParams = z.object({ mail_id: mailId })
const MOST_CHOSEN = 1_000

/** How far a mail is; `given_up` after a day of trying. */
export const mailStates = ['waiting', 'tried_again', 'sent', 'given_up'] as const
const state = z.enum(mailStates, ownMessages.malformed)

const row = {
  id: text,
  /** What kind of mail: `order_placed`. */
  mail: text,
  state,
  /** To whom it went, or would go now; null where nobody is there any more. */
  recipient: z.nullable(text),
  /** Of what was sent. */
  subject: z.nullable(text),
  order_id: z.nullable(z.int()),
  user_id: z.nullable(z.int()),
  queued_at: instant,
  sent_at: z.nullable(instant),
  tries: z.int(),
  /** Why the last try failed. */
  reason: text,
  /** How often it was sent again by somebody; what `expected_resends` repeats. */
  resends: z.int(),
}
export const OutboxMail = z.object(row)
export type OutboxMail = z.infer<typeof OutboxMail>

export const mailsCall = defineAdminCall('mails', {
  summary:
    'Mails that wait, are tried again, were sent or given up, the latest first; those to staff only for who may change staff',
  permission: 'orders.read',
  query: z.object({
    state: z.optional(state),
    /** How the recipient's email begins. */
    search: optionalText(),
    /** The `next` of the page before. */
    after: z.optional(
      z.string().check(z.regex(/^\d{1,17}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, ownMessages.malformed)),
    ),
  }),
  responses: {
    200: z.object({
      data: z.array(OutboxMail),
      next: z.nullable(text),
      /** On all pages: exact up to 1,000, of which `more` says that it is only the least. */
      count: z.object({ value: z.int(), more: z.boolean() }),
    }),
  },
  errors: [422],
})

export const OpenedMail = z.object({
  ...row,
  /**
   * As it would be written now, from what it is about; null where there is nothing to write about any more. None of its
   * links that sign in, or open an order without signing in, works.
   */
  content: z.nullable(z.object({ subject: text, html: text, text })),
})
export type OpenedMail = z.infer<typeof OpenedMail>

export const mailCall = defineAdminCall('mail', {
  summary: 'One email, with its text as it would be written now; its links are masked',
  permission: 'orders.read',
  params: mailParams,
  responses: { 200: OpenedMail },
  errors: [404, 422],
})
export const mailPageCall = defineAdminCall('mailPage', {
  summary: 'The same email as a page that may neither run anything nor lead anywhere, for a frame of the back office',
  permission: 'orders.read',
  params: mailParams,
  responses: { 200: z.string() },
  contentType: 'text/html; charset=utf-8',
  errors: [404, 422],
})
export const resendMailCall = defineAdminCall('resendMail', {
  summary: 'Sends an email again to the same recipient, with fresh links; 409 where it waits, or somebody just did',
  permission: 'orders.change',
  params: mailParams,
  body: z.object({
    /** How often it had been sent again when it was looked at: after another time nothing is sent. */
    expected_resends: z.int({ error: 'Please say how often you saw it sent again: expected_resends.' }),
  }),
  responses: { 200: OpenedMail, 409: z.extend(Problem, { mail: OpenedMail }) },
  errors: [404, 422],
})
export const retryMailsCall = defineAdminCall('retryMails', {
  summary: 'Tries mails again that were given up; what somebody else has retried meanwhile is left alone',
  permission: 'orders.change',
  body: z.object({
    mail_ids: z.array(mailId).check(z.minLength(1, 'Please choose an email.'), z.maxLength(MOST_CHOSEN)),
  }),
  responses: { 200: z.object({ retried: z.array(text) }) },
  errors: [422],
})
