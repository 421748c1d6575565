import type { AdminResponse } from '#contract/admin-calls.ts'
import type { NetworkMember } from '#contract/compensation/network.ts'
import type { Month } from '#domain/calendar/month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import type { TreeFigures, TreeMember } from '../live/explore-tree.ts'
import { dollars, findLevelName } from '../sales/present-sales.ts'
import type { findPeople } from '../sales/sales.queries.ts'
import type { SalesMonth } from '../sales/sales-month.ts'

type Person = Awaited<ReturnType<typeof findPeople>>[number]

export const presentShownMonth = ({ month, state, figures }: SalesMonth, first: Month) => ({
  month,
  first_month: first,
  state,
  figures,
})

/** Staff see full names. */
export const presentPerson = (
  id: number,
  person: Pick<Person, 'member_no' | 'first_name' | 'last_name'> | undefined,
) => ({
  id,
  member_no: person?.member_no ?? '',
  name: person ? `${person.first_name} ${person.last_name}`.trim() : '',
})

export function presentTree(
  salesMonth: SalesMonth,
  first: Month,
  {
    person,
    figures,
    people,
  }: { person: Person | undefined; figures: TreeFigures | undefined; people: readonly Person[] },
): AdminResponse<'networkTree'> {
  const peopleById = new Map(people.map((person) => [Number(person.id), person]))
  const presentTreeMember = (member: TreeMember) => presentMember(salesMonth.plan, member, peopleById.get(member.id))
  return {
    ...presentShownMonth(salesMonth, first),
    requested: person ? { ...presentPerson(person.id, person), enrolled_at: person.created_at.toISOString() } : null,
    member: figures?.member ? presentMember(salesMonth.plan, figures.member, person) : null,
    path: (figures?.path ?? []).map(presentTreeMember),
    path_more: figures?.pathMore ?? false,
    legs: (figures?.legs ?? []).map(presentTreeMember),
    legs_count: figures?.legsCount ?? { count: 0, more: false },
    next: figures?.more ? (figures.legs.at(-1)?.id ?? null) : null,
  }
}

const presentMember = (plan: Plan, member: TreeMember, person: Person | undefined): NetworkMember => ({
  ...presentPerson(member.id, person),
  status: person?.status ?? 'closed',
  active: member.active,
  level: member.level,
  level_name: findLevelName(plan, member.level),
  personal_pv: member.personalPv,
  customer_pv: member.customerPv,
  group_pv: member.groupPv,
  total_sales: dollars(member.totalSalesCents),
  total_bonus: dollars(member.totalBonusCents),
  direct_line: member.directLine,
  downline: member.downline ?? null,
})
