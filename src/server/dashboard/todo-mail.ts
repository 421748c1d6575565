import { draftMail, type MailDraft, mailTexts, neededPart, paragraphs } from '#server/platform/mail/mail-text.ts'

export const todoMailTexts = mailTexts('staff', {
  todo: {
    name: 'What waits',
    meaning: 'To the shop, every morning on which something waits for staff',
    subject: 'What waits for you at {shop_name}',
    body: ['This waits for staff:', '{waiting}'],
    placeholders: { waiting: neededPart('A line for each thing that waits') },
  },
})

export const todoMail = (shop: string, to: string, lines: readonly string[]): MailDraft =>
  draftMail(todoMailTexts.todo, to, shop, { waiting: paragraphs(...lines) })
