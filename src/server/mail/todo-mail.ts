import type { Waiting } from '#contract/admin-dashboard.ts'
import { countWords, waitingName, waitingWords } from '#contract/waiting-words.ts'
import { draftMail, type MailDraft, mailTexts, neededPart } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { listWaitingApprovals } from '#server/staff/waiting-approvals.ts'

export const todoMailTexts = mailTexts('staff', {
  todo: {
    name: 'To do',
    meaning: 'To the shop, every morning on which staff have something to do',
    subject: 'To do at {shop_name}',
    body: ['To do:', '{waiting}'],
    placeholders: { waiting: neededPart('A line for each thing to do') },
  },
})

/** An entry of open work, with the page that lists it, if there is one. */
export type Todo = { words: string; url?: string }

type Waits = Pick<Waiting, 'kind' | 'count' | 'more'>
type Needs = Pick<Services, 'db' | 'settings' | 'config'>

/**
 * Describes what the dashboard counts, with its page. Approvals and resets are listed individually, since they can also
 * be decided on the command line.
 */
export async function todosOf({ db, config }: Omit<Needs, 'settings'>, waiting: readonly Waits[]): Promise<Todo[]> {
  const listed = waiting
    .filter(({ kind }) => kind !== 'approvals' && kind !== 'approved' && kind !== 'resets')
    .map((one) => ({
      words: `${countWords(one)} ${waitingName(one)}`,
      url: `${config.publicUrl}${waitingWords[one.kind].to}`,
    }))
  return [...(await listWaitingApprovals(db)).map((words) => ({ words })), ...listed]
}

/** Returns undefined if there is no open work, or the shop has no email address. */
export async function writeTodoMail(services: Needs, waiting: readonly Waits[]): Promise<MailDraft | undefined> {
  const to = services.settings.get('shop_email')
  const todos = to === '' ? [] : await todosOf(services, waiting)
  return todos.length === 0 ? undefined : todoMail(services.settings.get('shop_name'), to, todos)
}

export const todoMail = (shop: string, to: string, todos: readonly Todo[]): MailDraft =>
  draftMail(todoMailTexts.todo, to, shop, {
    waiting: todos.map(({ words, url }) =>
      url === undefined ? { kind: 'paragraph', text: words } : { kind: 'link', label: words, url },
    ),
  })
