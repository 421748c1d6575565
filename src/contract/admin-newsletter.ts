import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { LONG_BODY_BYTES } from './call.ts'
import { instant, noNul, optionalText, rowId } from './fields.ts'
import { ownMessages } from './messages.ts'
import { Problem } from './problem.ts'

const states = ['asked', 'confirmed', 'ended'] as const
const state = z.enum(states, ownMessages.malformed)

const Subscriber = z.object({
  id: z.int(),
  email: z.string(),
  /** `asked`: they have not confirmed it by the mailed link yet. */
  state,
  /** Where they were asked; `before` there was a mail to confirm. */
  source: z.enum(['footer', 'before']),
  since: instant,
  confirmed_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** Since when a mail server refuses the mailbox, with what it said; it is left out until they confirm anew. */
  bounced_at: z.nullable(instant),
  bounce_code: z.string(),
})
export type Subscriber = z.infer<typeof Subscriber>

export const subscribersCall = defineAdminCall('subscribers', {
  summary: 'Who was asked for the newsletter, wants it or has ended it, the latest first, with counts',
  permission: 'members.read',
  query: z.object({
    state: z.optional(z.enum([...states, 'bounced'], ownMessages.malformed)),
    /** How the email begins. */
    search: optionalText(),
    /** The `next` of the page before. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      data: z.array(Subscriber),
      next: z.nullable(z.int()),
      /** `bounced` are among those who confirmed it. */
      counts: z.object({ asked: z.int(), confirmed: z.int(), ended: z.int(), bounced: z.int() }),
    }),
  },
  errors: [422],
})
export const subscribersExportCall = defineAdminCall('subscribersExport', {
  summary: 'Every subscriber as a CSV file',
  permission: 'members.export',
  freshProof: true,
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
})

export const setBouncedCall = defineAdminCall('setBounced', {
  summary:
    'Takes down that a mailbox bounced, so that nothing is sent there until it is confirmed anew; or takes that back',
  permission: 'newsletters.send',
  params: z.object({ subscriber_id: rowId }),
  body: z.object({ bounced: z.boolean(ownMessages.malformed) }),
  responses: { 200: Subscriber },
  errors: [404, 422],
})

const text = z.string()
const by = z.object({ at: instant, by: text })
const LONGEST_SUBJECT = 200
const LONGEST_BODY = 20_000
const written = {
  subject: text.check(z.maxLength(LONGEST_SUBJECT, 'Please use fewer words.'), noNul),
  body: text.check(z.maxLength(LONGEST_BODY, 'Please use fewer words.'), noNul),
}

const listed = {
  id: z.int(),
  subject: text,
  /** `stopped` may go on; `sent`: everybody was come to. */
  state: z.enum(['draft', 'sending', 'stopped', 'sent']),
  /** By whom; `mail_server`: none took a mail for a day. */
  stopped_by: z.nullable(z.enum(['staff', 'mail_server'])),
  changed: by,
  started: z.nullable(by),
  ended_at: z.nullable(instant),
  counts: z.object({
    /** Who wanted it when it began. */
    recipients: z.int(),
    sent: z.int(),
    /** The mailbox does not exist. */
    refused: z.int(),
    /** It was not taken, however often it was tried. */
    failed: z.int(),
    /** The process or connection ended while it was taken or not; it is not sent again. */
    unknown: z.int(),
    /** Ended the newsletter before it came to them. */
    withdrawn: z.int(),
    remaining: z.int(),
    /** Ended the newsletter by a link of this one. */
    unsubscribed: z.int(),
  }),
}
export const ListedNewsletter = z.object(listed)
export type ListedNewsletter = z.infer<typeof ListedNewsletter>

export const Newsletter = z.object({
  ...listed,
  body: text,
  /** Of the draft; what `version` repeats. */
  version: z.int(),
  /** What the mail server says as long as it takes nothing; empty while it does. */
  fault: text,
  /** How many would get it now. */
  wanted: z.int(),
  /** At its foot; empty: the setting is missing. */
  postal_address: text,
})
export type Newsletter = z.infer<typeof Newsletter>

export const deliveryStates = ['waiting', 'refused', 'failed', 'unknown'] as const
export const Delivery = z.object({
  subscriber_id: z.int(),
  /** Null once they were erased. */
  email: z.nullable(text),
  state: z.enum(deliveryStates),
  at: instant,
  /** When it is tried again. */
  try_at: z.nullable(instant),
  tries: z.int(),
  /** What the mail server said. */
  code: text,
})
export type Delivery = z.infer<typeof Delivery>

const params = z.object({ newsletter_id: rowId })
const version = z.int({ error: 'Please say which version you saw: version.' })
const changed = {
  200: Newsletter,
  409: z.extend(Problem, { newsletter: z.optional(Newsletter) }),
}
const permission = 'newsletters.send'

export const newslettersCall = defineAdminCall('newsletters', {
  summary: 'Newsletters that are written, sent and were, the latest first',
  permission,
  query: z.object({ after: z.optional(rowId) }),
  responses: { 200: z.object({ data: z.array(ListedNewsletter), next: z.nullable(z.int()) }) },
  errors: [422],
})
export const newsletterCall = defineAdminCall('newsletter', {
  summary: 'One with its text, and how far it is',
  permission,
  params,
  responses: { 200: Newsletter },
  errors: [404],
})
export const deliveriesCall = defineAdminCall('deliveries', {
  summary: 'Whom it did not reach, or not yet, and why',
  permission,
  params,
  query: z.object({ state: z.optional(z.enum(deliveryStates, ownMessages.malformed)), after: z.optional(rowId) }),
  responses: { 200: z.object({ data: z.array(Delivery), next: z.nullable(z.int()) }) },
  errors: [404, 422],
})
export const writeNewsletterCall = defineAdminCall('writeNewsletter', {
  summary: 'Begins a newsletter, empty or with a text',
  permission,
  body: z.object(written),
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: Newsletter },
  errors: [422],
})
export const saveNewsletterCall = defineAdminCall('saveNewsletter', {
  summary: 'Saves a draft; 409 with the draft of now where it is not of that version any more, or is being sent',
  permission,
  params,
  body: z.object({ ...written, version }),
  maxBodyBytes: LONG_BODY_BYTES,
  responses: changed,
  errors: [404, 422],
})
export const discardNewsletterCall = defineAdminCall('discardNewsletter', {
  summary: 'Throws a draft away',
  permission,
  params,
  body: z.object({ version }),
  responses: { 200: z.object({}), 409: changed[409] },
  errors: [404, 422],
})
export const testNewsletterCall = defineAdminCall('testNewsletter', {
  summary: 'Mails a draft to whoever asks, as subscribers would get it',
  permission,
  params,
  body: z.object({ version }),
  responses: changed,
  callsPerMinute: 20,
  errors: [404, 422],
})
export const sendNewsletterCall = defineAdminCall('sendNewsletter', {
  summary: 'Sends a draft, as it was looked at, to everybody who wants it; a job does it',
  permission,
  freshProof: true,
  params,
  body: z.object({ version }),
  responses: changed,
  errors: [404, 422],
})
export const stopNewsletterCall = defineAdminCall('stopNewsletter', {
  summary: 'Stops one that is being sent; what is on its way still leaves',
  permission,
  params,
  responses: changed,
  errors: [404],
})
export const goOnWithNewsletterCall = defineAdminCall('goOnWithNewsletter', {
  summary: 'Goes on with one that was stopped, to those it had not come to',
  permission,
  freshProof: true,
  params,
  responses: changed,
  errors: [404],
})
const preview = { permission, body: z.object(written), errors: [422] } as const
export const previewNewsletterCall = defineAdminCall('previewNewsletter', {
  summary: 'How a text would look as an email; nothing is stored or sent, and its link to unsubscribe ends nothing',
  ...preview,
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: z.object({ subject: text, html: text, text }) },
})
export const previewNewsletterPageCall = defineAdminCall('previewNewsletterPage', {
  summary: 'The same as a page that may neither run anything nor lead anywhere, for a frame of the back office',
  ...preview,
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: z.string() },
  contentType: 'text/html; charset=utf-8',
})
