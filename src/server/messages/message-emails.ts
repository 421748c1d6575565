import { adminPaths } from '#contract/admin-paths.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  button,
  draftMail,
  type MailDraft,
  mailTexts,
  part,
  requiredPart,
  words,
} from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findAnswer, findMessage } from './message.queries.ts'

type MessageMailDeps = { db: Database; settings: Settings; config: { publicUrl: string } }

export const messageMailTexts = mailTexts('messages', {
  message_received: {
    name: 'Message received',
    meaning: 'To the store, when someone sends the contact form',
    subject: 'Message from {name}: {subject}',
    body: ['{name} ({email}) wrote:', '{message}', '{message_link}'],
    placeholders: {
      name: words('Name of the sender'),
      email: words('Email of the sender, as typed'),
      subject: words('Subject of the message'),
      message: requiredPart('The message'),
      message_link: button('Answer', 'Link to the message in the back office'),
    },
  },
  message_answered: {
    name: 'Answer to a message',
    meaning: 'To the sender of a message, with the answer that staff wrote',
    subject: 'Re: {subject}',
    body: ['{answer}', '{message}'],
    placeholders: {
      subject: words('Subject of the message'),
      answer: requiredPart('The answer, as staff wrote it'),
      message: part('The message that is answered'),
    },
  },
})

/** Undefined if the message was erased, or the shop has no email address. */
export async function writeReceivedMail(
  { db, settings, config }: MessageMailDeps,
  id: number,
): Promise<MailDraft | undefined> {
  const recipient = settings.get('shop_email')
  const message = recipient === '' ? undefined : await findMessage(db, id)
  const url = config.publicUrl + fillPath(adminPaths.message, { message_id: id })
  return message && receivedMail(settings.get('shop_name'), recipient, message, url)
}

/** Undefined if the answer was erased. */
export async function writeAnswerMail(
  { db, settings }: Pick<MessageMailDeps, 'db' | 'settings'>,
  id: number,
): Promise<MailDraft | undefined> {
  const answer = await findAnswer(db, id)
  return answer && answerMail(settings.get('shop_name'), answer)
}

export const receivedMail = (
  shop: string,
  recipient: string,
  { name, email, subject, body }: { name: string; email: string; subject: string; body: string },
  url: string,
): MailDraft =>
  draftMail(messageMailTexts.message_received, recipient, shop, {
    ...{ name, email, subject },
    message: [{ kind: 'paragraph', text: body }],
    message_link: url,
  })

type MailedAnswer = { email: string; subject: string; body: string; original: string; created_at: Date }

export const answerMail = (shop: string, { email, subject, body, original, created_at }: MailedAnswer): MailDraft => ({
  ...draftMail(messageMailTexts.message_answered, email, shop, {
    subject,
    answer: body.split(/\n{2,}/).map((text) => ({ kind: 'paragraph', text })),
    message: [
      {
        kind: 'lines',
        title: `On ${formatOrderDay(created_at.toISOString())}, you wrote:`,
        lines: original.split('\n'),
      },
    ],
  }),
  // Written by a person.
  headers: { 'Auto-Submitted': 'no', 'X-Auto-Response-Suppress': 'None' },
})
