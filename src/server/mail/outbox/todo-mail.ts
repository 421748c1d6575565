import type { QueueCount } from '#contract/reporting/dashboard.ts'
import { countLabel, queueLabels, queueName } from '#contract/reporting/queue-labels.ts'
import { listPendingApprovals } from '#server/identity/staff/list-pending-approvals.ts'
import { draftMail, type MailDraft, mailTexts, requiredPart } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'

export const todoMailTexts = mailTexts('staff', {
  todo: {
    name: 'To do',
    meaning: 'To the store, every morning when staff have something to do',
    subject: 'To do at {shop_name}',
    body: ['To do:', '{waiting}'],
    placeholders: { waiting: requiredPart('One line per task') },
  },
})

/** An entry of open work, with the page that lists it, if there is one. */
export type Todo = { words: string; url?: string }

type WaitingCount = Pick<QueueCount, 'kind' | 'count' | 'more'>
type TodoMailDeps = Pick<Services, 'db' | 'settings' | 'config'>

/** Lists the counts of the dashboard with their pages; approvals and resets individually. */
export async function listTodos(
  { db, config }: Omit<TodoMailDeps, 'settings'>,
  waiting: readonly WaitingCount[],
): Promise<Todo[]> {
  const entries = waiting
    .filter(({ kind }) => kind !== 'approvals' && kind !== 'my_proposals' && kind !== 'approved' && kind !== 'resets')
    .map((entry) => ({
      words: `${countLabel(entry)} ${queueName(entry)}`,
      url: `${config.publicUrl}${queueLabels[entry.kind].to}`,
    }))
  return [...(await listPendingApprovals(db)).map((words) => ({ words })), ...entries]
}

/** Returns undefined if there is no open work, or the shop has no email address. */
export async function writeTodoMail(
  services: TodoMailDeps,
  waiting: readonly WaitingCount[],
): Promise<MailDraft | undefined> {
  const recipient = services.settings.get('shop_email')
  const todos = recipient === '' ? [] : await listTodos(services, waiting)
  return todos.length === 0 ? undefined : todoMail(services.settings.get('shop_name'), recipient, todos)
}

export const todoMail = (shop: string, recipient: string, todos: readonly Todo[]): MailDraft =>
  draftMail(todoMailTexts.todo, recipient, shop, {
    waiting: todos.map(({ words, url }) =>
      url === undefined ? { kind: 'paragraph', text: words } : { kind: 'link', label: words, url },
    ),
  })
