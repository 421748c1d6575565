import type { Month } from '#domain/calendar/month.ts'
import type { NetworkServices } from '../live/live-network.ts'
import type { GroupCursor, GroupVolumeOfMember, MemberReturnedVolume } from '../live/query-handlers.ts'
import { findPeople } from '../sales/sales.queries.ts'
import { findSalesMonth, type SalesMonth } from '../sales/sales-month.ts'
import { indexPeople, type ListedVolumes } from './present-volume.ts'
import { findReturnedVolumes } from './volume.queries.ts'

type VolumeServices = Pick<NetworkServices, 'db' | 'network'>

const PAGE = 50
/** Number of leaders of a file requested at once; each request scans the live month. */
const SLICE = 1_000

/**
 * A month's volume by source (docs/plan §17.2): the total, and a page of the groups, largest first. Uses the live or
 * frozen month in memory; only returns are read from the database.
 */
export async function listVolumeShares(
  services: VolumeServices,
  salesMonth: SalesMonth,
  after: GroupCursor | undefined,
): Promise<ListedVolumes> {
  const returns = await findReturnedVolumes(services.db, salesMonth.month)
  const page = await findGroups(services, salesMonth.month, { back: returns, after, limit: PAGE + 1 })
  const groups = page.groups.slice(0, PAGE)
  const last = groups.at(-1)
  return {
    ...(await withPeople(services, { ...page, groups })),
    next: page.groups.length > PAGE && last ? `${last.soldCents}.${last.memberId}` : null,
  }
}

/** Yields all groups, one slice at a time. */
export async function* generateVolumeShares(services: VolumeServices, month: Month): AsyncGenerator<ListedVolumes> {
  const { figures } = await findSalesMonth(services.db, month, Date.now())
  if (figures === 'closed_externally') return
  const returns = await findReturnedVolumes(services.db, month)
  let after: GroupCursor | undefined
  let isFirst = true
  for (;;) {
    const page: Page = await findGroups(services, month, { back: returns, after, limit: SLICE })
    if (isFirst || page.groups.length > 0) yield { ...(await withPeople(services, page)), next: null }
    if (page.groups.length < SLICE) return
    isFirst = false
    after = page.groups.at(-1)
  }
}

type Page = { company: ListedVolumes['company']; groups: GroupVolumeOfMember[] }

const findGroups = (
  { network }: VolumeServices,
  month: Month,
  input: { back: MemberReturnedVolume[]; after: GroupCursor | undefined; limit: number },
): Promise<Page> => network.query({ name: 'volumes', month, ...input })

async function withPeople({ db }: VolumeServices, { company, groups }: Page): Promise<Omit<ListedVolumes, 'next'>> {
  const people = await findPeople(
    db,
    groups.map(({ memberId }) => memberId),
  )
  return { company, groups, people: indexPeople(people) }
}
