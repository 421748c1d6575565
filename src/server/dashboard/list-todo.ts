import { countWords, waitingName, waitingWords } from '#contract/waiting-words.ts'
import type { MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { listWaitingApprovals } from '#server/staff/waiting-approvals.ts'
import { listWaiting } from './list-waiting.ts'
import { type Todo, todoMail } from './todo-mail.ts'

type Needs = Pick<Services, 'db' | 'settings' | 'config'>

/**
 * Each thing that somebody has to do, as an owner's dashboard counts it, with the page that lists it
 * (docs/back-office §7). Approvals and resets are named one by one: commands decide them, too.
 */
export async function listTodo({ config, ...services }: Needs, at: Date): Promise<Todo[]> {
  const waiting = await listWaiting(services, 'owner', at)
  const listed = waiting
    .filter(({ kind, count }) => count > 0 && isToDo(kind) && kind !== 'approvals' && kind !== 'resets')
    .map((one) => ({
      words: `${countWords(one)} ${waitingName(one)}`,
      url: `${config.publicUrl}${waitingWords[one.kind].to}`,
    }))
  const approvals = await listWaitingApprovals(services.db)
  return [...approvals.map((words) => ({ words })), ...listed]
}

/** What staff have nothing to do about yet is on the dashboard alone. */
const isToDo = (kind: keyof typeof waitingWords): boolean => waitingWords[kind].navItem !== undefined

/** Undefined where nothing waits any more, or the shop has no email. */
export async function writeTodoMail(services: Needs): Promise<MailDraft | undefined> {
  const to = services.settings.get('shop_email')
  const todos = to === '' ? [] : await listTodo(services, new Date())
  return todos.length === 0 ? undefined : todoMail(services.settings.get('shop_name'), to, todos)
}
