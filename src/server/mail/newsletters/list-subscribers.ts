import type { Subscriber } from '#contract/mail/admin-newsletter.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { countSubscribers, findSubscriber, findSubscribers, type SubscriberFilter } from './subscriber-list.queries.ts'

const PAGE_SIZE = 50

/** Returns a page of subscribers, unconfirmed ones included, latest first, with the number of each state. */
export async function listSubscribers(
  db: Database,
  { after, ...filter }: SubscriberFilter & { after?: number | undefined },
) {
  const [rows, counts] = await Promise.all([
    findSubscribers(db, filter, { before: after, limit: PAGE_SIZE + 1 }),
    countSubscribers(db),
  ])
  const page = rows.slice(0, PAGE_SIZE)
  return { data: page.map(presentSubscriber), next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null, counts }
}

/** Returns undefined if there is none. */
export async function readSubscriber(db: Database, id: number): Promise<Subscriber | undefined> {
  const row = await findSubscriber(db, id)
  return row && presentSubscriber(row)
}

const presentSubscriber = ({
  created_at,
  confirmed_at,
  ended_at,
  bounced_at,
  state,
  source,
  ...row
}: Awaited<ReturnType<typeof findSubscribers>>[number]): Subscriber => ({
  ...row,
  state: state as Subscriber['state'],
  source: source as Subscriber['source'],
  since: created_at.toISOString(),
  confirmed_at: confirmed_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null,
  bounced_at: bounced_at?.toISOString() ?? null,
})
