import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { emailText, noNul, optionalText, requiredText, wholeNumber } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

export const mailEncryptions = ['starttls', 'tls', 'none'] as const
const encryption = z.enum(mailEncryptions, shopMessages.malformed)
const HOST_ERROR = 'Enter the name of the server, such as smtp.example.com.'
const PASSWORD_LIMIT = 500

/** How emails are sent. */
export const MailServer = z.object({
  /** Server of the environment (`SMTP_URL`), which wins; null if there is none. */
  environment: z.nullable(z.string()),
  /** Entered in the back office; null until then, and emails are only stored as files. */
  server: z.nullable(
    z.object({
      host: z.string(),
      port: z.int(),
      encryption,
      user_name: z.string(),
      /** The password itself is never sent to a browser. */
      has_password: z.boolean(),
    }),
  ),
  version: Version,
})
export type MailServer = z.infer<typeof MailServer>

export const mailServerCall = defineAdminCall('mailServer', {
  summary: 'Retrieves the mail server, without its password',
  permission: 'settings.change',
  responses: { 200: MailServer },
})
export const saveMailServerCall = defineAdminCall('saveMailServer', {
  summary: 'Sets the mail server that sends the store’s emails; an empty password keeps the stored one',
  permission: 'settings.change',
  freshProof: true,
  body: z.object({
    host: requiredText(HOST_ERROR, 253).check(z.regex(/^[\w.:-]+$/, HOST_ERROR)),
    port: wholeNumber(1, 65_535, 'Enter the port, such as 587.'),
    encryption,
    user_name: optionalText(),
    password: z._default(
      z.string({ error: shopMessages.malformed }).check(z.maxLength(PASSWORD_LIMIT, shopMessages.malformed), noNul),
      '',
    ),
    expected_version,
  }),
  responses: { 200: MailServer },
  current: MailServer,
  errors: [409, 422],
})
export const sendTestMailCall = defineAdminCall('sendTestMail', {
  summary: 'Sends an email at once and reports what the mail server replied',
  permission: 'settings.change',
  freshProof: true,
  body: z.object({ to: emailText(formMessages.emailRequired, formMessages.emailInvalid) }),
  responses: {
    200: z.object({
      /** False without a mail server: the email was stored as a file. */
      is_sent: z.boolean(),
    }),
  },
  errors: [422, 429],
})
