import type { Month } from '#domain/month.ts'
import type { CameBackOfMember, GroupAfterId, GroupVolumeOfMember } from '../live/answers.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { findPeople } from '../sales/sales.queries.ts'
import { findSalesMonth, type SalesMonth } from '../sales/sales-month.ts'
import { type ListedVolumes, peopleById } from './present-volume.ts'
import { findCameBack } from './volume.queries.ts'

type VolumeServices = Pick<NetworkServices, 'db' | 'network'>

const PAGE = 50
/** Leaders of a file that are asked for at once; each time the month in memory is looked through. */
const SLICE = 1_000

/**
 * Where a month's volume came from (docs/plan §17.2): all of it, and a page of the groups, the largest first. From the
 * month in memory, as it stands or as it was frozen; only what came back is read.
 */
export async function listVolumeShares(
  services: VolumeServices,
  shown: SalesMonth,
  after: GroupAfterId | undefined,
): Promise<ListedVolumes> {
  const back = await findCameBack(services.db, shown.month)
  const page = await findGroups(services, shown.month, { back, after, limit: PAGE + 1 })
  const groups = page.groups.slice(0, PAGE)
  const last = groups.at(-1)
  return {
    ...(await named(services, { ...page, groups })),
    next: page.groups.length > PAGE && last ? `${last.soldCents}.${last.memberId}` : null,
  }
}

/** All of them, a slice at a time. */
export async function* everyVolumeShare(services: VolumeServices, month: Month): AsyncGenerator<ListedVolumes> {
  const { figures } = await findSalesMonth(services.db, month, Date.now())
  if (figures === 'elsewhere') return
  const back = await findCameBack(services.db, month)
  let after: GroupAfterId | undefined
  let isFirst = true
  for (;;) {
    const page: Page = await findGroups(services, month, { back, after, limit: SLICE })
    if (isFirst || page.groups.length > 0) yield { ...(await named(services, page)), next: null }
    if (page.groups.length < SLICE) return
    isFirst = false
    after = page.groups.at(-1)
  }
}

type Page = { company: ListedVolumes['company']; groups: GroupVolumeOfMember[] }

const findGroups = (
  { network }: VolumeServices,
  month: Month,
  ask: { back: CameBackOfMember[]; after: GroupAfterId | undefined; limit: number },
): Promise<Page> => network.ask({ name: 'volumes', month, ...ask })

async function named({ db }: VolumeServices, { company, groups }: Page): Promise<Omit<ListedVolumes, 'next'>> {
  const people = await findPeople(
    db,
    groups.map(({ memberId }) => memberId),
  )
  return { company, groups, people: peopleById(people) }
}
