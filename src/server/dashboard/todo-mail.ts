import { draftMail, type MailDraft, mailTexts, neededPart } from '#server/platform/mail/mail-text.ts'

export const todoMailTexts = mailTexts('staff', {
  todo: {
    name: 'To do',
    meaning: 'To the shop, every morning on which staff have something to do',
    subject: 'To do at {shop_name}',
    body: ['To do:', '{waiting}'],
    placeholders: { waiting: neededPart('A line for each thing to do') },
  },
})

/** Something that waits, with the page that lists it where there is one. */
export type Todo = { words: string; url?: string }

export const todoMail = (shop: string, to: string, todos: readonly Todo[]): MailDraft =>
  draftMail(todoMailTexts.todo, to, shop, {
    waiting: todos.map(({ words, url }) =>
      url === undefined ? { kind: 'paragraph', text: words } : { kind: 'link', label: words, url },
    ),
  })
