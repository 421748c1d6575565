import type { AdminResponse } from '#contract/admin-calls.ts'
import { type VolumeColumn, volumeColumns } from '#contract/compensation/volume-labels.ts'
import type { VolumeParts } from '#domain/compensation/live/volume-shares.ts'
import { formatPlainDollars, toCents } from '#domain/money/money.ts'
import { calculateShare } from '#domain/reporting/report-figures.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import { presentPerson } from '../explore/present-tree.ts'
import type { GroupVolumeOfMember } from '../live/query-handlers.ts'
import { dollars, type People } from '../sales/present-sales.ts'
import type { findPeople } from '../sales/sales.queries.ts'

export type ListedVolumes = {
  company: VolumeParts & { nobodyCents: number }
  groups: GroupVolumeOfMember[]
  people: People
  next: string | null
}

export const indexPeople = (people: Awaited<ReturnType<typeof findPeople>>): People =>
  new Map(people.map((person) => [Number(person.id), person]))

const toPercent = (part: number, whole: number): number | null => {
  const share = calculateShare(part, whole)
  return share === null ? null : share / 100
}

function presentParts({ customerCents, ownCents, returnedCents }: VolumeParts, nobodyCents: number) {
  const soldCents = customerCents + ownCents + nobodyCents
  return {
    volume: dollars(soldCents),
    customers: dollars(customerCents),
    customers_share: toPercent(customerCents, soldCents),
    personal: dollars(ownCents),
    personal_share: toPercent(ownCents, soldCents),
    no_member: dollars(nobodyCents),
    no_member_share: toPercent(nobodyCents, soldCents),
    returned: dollars(0 - returnedCents),
    returned_share: toPercent(returnedCents, soldCents),
    net: dollars(soldCents - returnedCents),
  }
}

export const presentVolumes = ({
  company,
  groups,
  people,
  next,
}: ListedVolumes): Pick<AdminResponse<'volumeShares'>, 'data' | 'next'> & {
  company: ReturnType<typeof presentParts>
} => ({
  company: presentParts(company, company.nobodyCents),
  data: groups.map((group) => ({
    ...presentPerson(group.memberId, people.get(group.memberId)),
    downline: group.downline,
    ...presentParts(group, 0),
  })),
  next,
})

const COLUMNS = Object.keys(volumeColumns) as VolumeColumn[]
export const VOLUMES_HEADING = `${['month', 'member_no', 'name', 'downline', ...COLUMNS].join(',')}\n`

/** A line for the company on top of the first chunk, then one for each group. */
export function formatVolumeLines(month: string, listed: ListedVolumes, isFirst: boolean): string {
  const { company, data } = presentVolumes(listed)
  const first = isFirst ? [{ member_no: '', name: 'All orders', downline: '', ...company }] : []
  return [...first, ...data]
    .map((row) => {
      const figures = COLUMNS.map((column) => {
        const value = row[column]
        return value === null ? '' : column.endsWith('_share') ? String(value) : formatPlainDollars(toCents(value))
      })
      return `${[month, csvCell(row.member_no), csvCell(row.name), row.downline, ...figures].join(',')}\n`
    })
    .join('')
}
