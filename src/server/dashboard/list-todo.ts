import type { Waiting } from '#contract/admin-dashboard.ts'
import { waitingWords } from '#contract/waiting-words.ts'
import { type Todo, todosOf } from '#server/mail/todo-mail.ts'
import type { Services } from '#server/platform/services.ts'
import { listWaiting } from './list-waiting.ts'

type Needs = Pick<Services, 'db' | 'settings'>

/**
 * What somebody has to do, as an owner's dashboard counts it (docs/back-office §7). What staff have nothing to do about
 * yet is on the dashboard alone.
 */
export async function listToDo(services: Needs, at: Date): Promise<Pick<Waiting, 'kind' | 'count' | 'more'>[]> {
  const waiting = await listWaiting(services, { role: 'owner' }, at)
  return waiting
    .filter(({ kind, count }) => count > 0 && waitingWords[kind].navItems !== undefined)
    .map(({ kind, count, more }) => ({ kind, count, more }))
}

/** The same in words, with the page of each. */
export const listTodo = async (services: Needs & Pick<Services, 'config'>, at: Date): Promise<Todo[]> =>
  todosOf(services, await listToDo(services, at))
