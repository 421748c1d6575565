import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { LONG_BODY_BYTES } from '#contract/base/call.ts'
import { instant, noNul, optionalText, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const states = ['asked', 'confirmed', 'ended'] as const
const state = z.enum(states, shopMessages.malformed)

const Subscriber = z.object({
  id: z.int(),
  email: z.string(),
  /** `asked`: they have not confirmed it with the mailed link yet. */
  state,
  /** Origin of the sign-up; `before`: from before the confirmation mail existed. */
  source: z.enum(['footer', 'before']),
  since: instant,
  confirmed_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /**
   * When a mail server first rejected the mailbox, with its response; the address is skipped until it is confirmed
   * again.
   */
  bounced_at: z.nullable(instant),
  bounce_code: z.string(),
})
export type Subscriber = z.infer<typeof Subscriber>

export const subscribersCall = defineAdminCall('subscribers', {
  summary: 'Lists newsletter subscribers by state, latest first, with counts',
  permission: 'members.read',
  query: z.object({
    state: z.optional(z.enum([...states, 'bounced'], shopMessages.malformed)),
    /** The beginning of the email. */
    search: optionalText(),
    /** The `next` of the previous page. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      data: z.array(Subscriber),
      next: z.nullable(z.int()),
      /** `confirmed` includes `bounced`. */
      counts: z.object({ asked: z.int(), confirmed: z.int(), ended: z.int(), bounced: z.int() }),
    }),
  },
  errors: [422],
})
export const subscribersExportCall = defineAdminCall('subscribersExport', {
  summary: 'Exports all subscribers as CSV',
  permission: 'members.export',
  freshProof: true,
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
})

export const setBouncedCall = defineAdminCall('setBounced', {
  summary:
    'Marks a subscriber’s mailbox as bounced, so no newsletter is sent until it is confirmed again, or clears the mark',
  permission: 'newsletters.send',
  params: z.object({ subscriber_id: rowId }),
  body: z.object({ bounced: z.boolean(shopMessages.malformed) }),
  responses: { 200: Subscriber },
  errors: [404, 422],
})

const text = z.string()
const stamp = z.object({ at: instant, by: text })
const MAX_SUBJECT_LENGTH = 200
const MAX_BODY_LENGTH = 20_000
const textFields = {
  subject: text.check(z.maxLength(MAX_SUBJECT_LENGTH, 'This text is too long.'), noNul),
  body: text.check(z.maxLength(MAX_BODY_LENGTH, 'This text is too long.'), noNul),
}

const newsletterFields = {
  id: z.int(),
  subject: text,
  /** `stopped` can be resumed; `sent`: every reader has been processed. */
  state: z.enum(['draft', 'sending', 'stopped', 'sent']),
  /** `mail_server`: no mail was accepted for a day. */
  stopped_by: z.nullable(z.enum(['staff', 'mail_server'])),
  changed: stamp,
  started: z.nullable(stamp),
  ended_at: z.nullable(instant),
  counts: z.object({
    /** Number of subscribers when it began. */
    recipients: z.int(),
    sent: z.int(),
    /** The mailbox does not exist. */
    refused: z.int(),
    /** Rejected on every attempt. */
    failed: z.int(),
    /** The process or connection ended during delivery, so the result is unknown; it is not sent again. */
    unknown: z.int(),
    /** Unsubscribed before it was sent to them. */
    withdrawn: z.int(),
    remaining: z.int(),
    /** Unsubscribed with a link in this one. */
    unsubscribed: z.int(),
  }),
}
export const ListedNewsletter = z.object(newsletterFields)
export type ListedNewsletter = z.infer<typeof ListedNewsletter>

export const Newsletter = z.object({
  ...newsletterFields,
  body: text,
  version: Version,
  /** The mail server's error while it accepts nothing; otherwise empty. */
  error: text,
  /** Number of current subscribers. */
  subscriber_count: z.int(),
  /** Shown in the footer; empty if the setting is missing. */
  postal_address: text,
})
export type Newsletter = z.infer<typeof Newsletter>

export const deliveryStates = ['waiting', 'refused', 'failed', 'unknown'] as const
export const Delivery = z.object({
  subscriber_id: z.int(),
  /** Null once the reader was erased. */
  email: z.nullable(text),
  state: z.enum(deliveryStates),
  at: instant,
  /** Time of the next attempt. */
  next_attempt_at: z.nullable(instant),
  attempts: z.int(),
  /** The mail server's response. */
  code: text,
})
export type Delivery = z.infer<typeof Delivery>

const params = z.object({ newsletter_id: rowId })
const newsletterChange = { responses: { 200: Newsletter }, current: Newsletter }
const permission = 'newsletters.send'

export const newslettersCall = defineAdminCall('newsletters', {
  summary: 'Lists newsletters, latest first',
  permission,
  query: z.object({ after: z.optional(rowId) }),
  responses: { 200: z.object({ data: z.array(ListedNewsletter), next: z.nullable(z.int()) }) },
  errors: [422],
})
export const newsletterCall = defineAdminCall('newsletter', {
  summary: 'Retrieves a newsletter with its text and sending progress',
  permission,
  params,
  responses: { 200: Newsletter },
  errors: [404],
})
export const deliveriesCall = defineAdminCall('deliveries', {
  summary: 'Lists recipients a newsletter has not reached, with the reason',
  permission,
  params,
  query: z.object({ state: z.optional(z.enum(deliveryStates, shopMessages.malformed)), after: z.optional(rowId) }),
  responses: { 200: z.object({ data: z.array(Delivery), next: z.nullable(z.int()) }) },
  errors: [404, 422],
})
export const writeNewsletterCall = defineAdminCall('writeNewsletter', {
  summary: 'Creates a newsletter draft, empty or with text',
  permission,
  body: z.object(textFields),
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: Newsletter },
  errors: [422],
})
export const saveNewsletterCall = defineAdminCall('saveNewsletter', {
  summary:
    'Updates a draft. Returns 409 with the current draft if it is no longer at the expected version or is being sent',
  permission,
  params,
  body: z.object({ ...textFields, expected_version }),
  maxBodyBytes: LONG_BODY_BYTES,
  ...newsletterChange,
  errors: [404, 409, 422],
})
export const discardNewsletterCall = defineAdminCall('discardNewsletter', {
  summary: 'Deletes a draft',
  permission,
  params,
  body: z.object({ expected_version }),
  responses: { 200: z.object({}) },
  current: Newsletter,
  errors: [404, 409, 422],
})
export const testNewsletterCall = defineAdminCall('testNewsletter', {
  summary: 'Sends a draft as a test to the signed-in staff member',
  permission,
  params,
  body: z.object({ expected_version }),
  ...newsletterChange,
  callsPerMinute: 20,
  errors: [404, 409, 422],
})
export const sendNewsletterCall = defineAdminCall('sendNewsletter', {
  summary: 'Starts sending a draft, as reviewed, to all confirmed subscribers',
  permission,
  freshProof: true,
  params,
  body: z.object({ expected_version }),
  ...newsletterChange,
  errors: [404, 409, 422],
})
export const stopNewsletterCall = defineAdminCall('stopNewsletter', {
  summary: 'Stops a newsletter that is being sent; emails already in transit still go out',
  permission,
  params,
  ...newsletterChange,
  errors: [404, 409],
})
export const resumeNewsletterCall = defineAdminCall('resumeNewsletter', {
  summary: 'Resumes a stopped newsletter for the remaining recipients',
  permission,
  freshProof: true,
  params,
  ...newsletterChange,
  errors: [404, 409],
})
const preview = { permission, body: z.object(textFields), errors: [422] } as const
export const previewNewsletterCall = defineAdminCall('previewNewsletter', {
  summary: 'Renders text as an email; nothing is saved or sent, and the unsubscribe link is inactive',
  ...preview,
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: z.object({ subject: text, html: text, text }) },
})
export const previewNewsletterPageCall = defineAdminCall('previewNewsletterPage', {
  summary: 'Renders the same text as an inert HTML page, for a frame in the back office',
  ...preview,
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: z.string() },
  contentType: 'text/html; charset=utf-8',
})
