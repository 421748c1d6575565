import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant, optionalText, requiredLines, rowId } from '#contract/base/fields.ts'
import { MESSAGE_LIMIT } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { OrderRow } from '#contract/customers/calls.ts'

const text = z.string()

export const messageStates = ['open', 'answered', 'spam'] as const
export type MessageState = (typeof messageStates)[number]

const row = {
  id: z.int(),
  name: text,
  email: text,
  /** Whether it is the confirmed address of the sender's account; anyone can type any address. */
  email_confirmed: z.boolean(),
  subject: text,
  /** The beginning of the message. */
  excerpt: text,
  state: z.enum(messageStates),
  created_at: instant,
}
export const ListedMessage = z.object(row)
export type ListedMessage = z.infer<typeof ListedMessage>

export const Message = z.object({
  ...row,
  message: text,
  /** Typed by the sender; empty without one. */
  order_number: text,
  /** The account that sent it; null for a guest. */
  user_id: z.nullable(z.int()),
  /** Emails to the sender, earliest first. */
  answers: z.array(z.object({ id: z.int(), text, sent_by: text, sent_at: instant })),
  /** The latest orders of the sender's account, if the address is confirmed. */
  orders: z.array(OrderRow),
  version: Version,
})
export type Message = z.infer<typeof Message>

export const messagesCall = defineAdminCall('messages', {
  summary: 'Lists messages from the contact form, newest first',
  permission: 'messages.read',
  query: z.object({
    state: z.optional(z.enum(messageStates, shopMessages.malformed)),
    /** Part of the name, the email, the subject or the order number. */
    search: optionalText(),
    /** The `next` of the previous page. */
    after: z.optional(text.check(z.regex(/^\d{1,17}~\d{1,10}$/, shopMessages.malformed))),
  }),
  responses: { 200: z.object({ data: z.array(ListedMessage), next: z.nullable(text) }) },
  errors: [422],
})

const params = z.object({ message_id: rowId })
export const messageCall = defineAdminCall('message', {
  summary: 'Retrieves a message with its answers and the sender’s orders',
  permission: 'messages.read',
  params,
  responses: { 200: Message },
  errors: [404],
})

const change = {
  permission: 'messages.answer' as const,
  params,
  responses: { 200: Message },
  current: Message,
  errors: [404, 409, 422] as const,
}
export const answerMessageCall = defineAdminCall('answerMessage', {
  summary: 'Answers a message by email, with the message quoted below the answer',
  body: z.object({ expected_version, text: requiredLines('Enter an answer.', MESSAGE_LIMIT) }),
  ...change,
})
export const setMessageStateCall = defineAdminCall('setMessageState', {
  summary: 'Marks a message as open, answered or spam',
  body: z.object({ expected_version, state: z.enum(messageStates, shopMessages.malformed) }),
  ...change,
})
