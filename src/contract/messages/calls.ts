import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { emailText, optionalText, personName, requiredLines, requiredText } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { MESSAGE_LIMIT } from '#contract/base/limits.ts'

const ORDER_NUMBER_LIMIT = 40

/** The contact form. */
export const WrittenMessage = z.object({
  name: personName('Enter your name.'),
  email: emailText(formMessages.emailRequired, formMessages.emailInvalid),
  subject: requiredText('Enter a subject.'),
  /** Number of the order that the message is about. */
  order_number: optionalText(ORDER_NUMBER_LIMIT),
  message: requiredLines('Enter a message.', MESSAGE_LIMIT),
  /** Hidden in the form. A message that fills it in is answered like any other and not stored. */
  website: optionalText(),
})
export type WrittenMessage = z.infer<typeof WrittenMessage>

export const sendMessageCall = defineCall('sendMessage', {
  summary: 'Sends a message to the shop',
  body: WrittenMessage,
  responses: { 200: z.object({}) },
  callsPerMinute: 10,
  errors: [403, 422],
})
