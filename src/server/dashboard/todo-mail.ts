import { draftMail, type MailDraft, mailTexts, neededPart, paragraphs } from '#server/platform/mail/mail-text.ts'

export const todoMailTexts = mailTexts('staff', {
  todo: {
    name: 'To do',
    meaning: 'To the shop, every morning on which staff have something to do',
    subject: 'To do at {shop_name}',
    body: ['To do:', '{waiting}'],
    placeholders: { waiting: neededPart('A line for each thing to do') },
  },
})

export const todoMail = (shop: string, to: string, lines: readonly string[]): MailDraft =>
  draftMail(todoMailTexts.todo, to, shop, { waiting: paragraphs(...lines) })
