import { type Delivery, deliveryStates, type Newsletter } from '#contract/mail/admin-newsletter.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findDeliveries } from './delivery-list.queries.ts'
import { countSubscribed, findNewsletter, findNewsletters } from './newsletter.queries.ts'
import { presentDelivery, presentListed, presentNewsletter } from './present-newsletter.ts'

const PAGE_SIZE = 30
const DELIVERY_PAGE_SIZE = 50

/** Returns a page of newsletters, latest first. */
export async function listNewsletters(db: Database, { after }: { after?: number | undefined }) {
  const rows = await findNewsletters(db, { before: after, limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  return { data: page.map(presentListed), next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}

/** Returns undefined if there is none. */
export async function readNewsletter(
  { db, settings }: { db: Database; settings: Settings },
  id: number,
): Promise<Newsletter | undefined> {
  const [row, subscriberCount] = await Promise.all([findNewsletter(db, id), countSubscribed(db)])
  return row && presentNewsletter(row, { subscriberCount, postalAddress: settings.get('postal_address') })
}

/** Lists recipients whom the newsletter did not reach, or has not reached yet. */
export async function listDeliveries(
  db: Database,
  id: number,
  { state, after = 0 }: { state?: Delivery['state'] | undefined; after?: number | undefined },
) {
  const rows = await findDeliveries(db, id, {
    states: state === undefined ? deliveryStates : [state],
    after,
    limit: DELIVERY_PAGE_SIZE + 1,
  })
  const page = rows.slice(0, DELIVERY_PAGE_SIZE)
  return {
    data: page.map(presentDelivery),
    next: rows.length > DELIVERY_PAGE_SIZE ? (page.at(-1)?.subscriber_id ?? null) : null,
  }
}
