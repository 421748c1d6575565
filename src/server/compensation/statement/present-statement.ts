import { STATEMENT_FORMATS, type Statement, type StatementLine } from '#contract/compensation/statement.ts'
import type { Month } from '#domain/calendar/month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { computeStatementChecksum } from '#domain/compensation/statement/statement-checksum.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { LiveQueries } from '../live/query-handlers.ts'
import { toDisplayName } from '../sales/present-sales.ts'
import type { findDirectLineCards, findPeople } from '../sales/sales.queries.ts'
import type {
  findClosedMonth,
  findStatementCard,
  listCorrections,
  listPersonalOrders,
  listPersonalReturns,
  listReversals,
  ReversalRow,
  StatementLineRow,
} from './statement.queries.ts'

type QueryRow<Query extends (...args: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Query>>>
type People = ReadonlyMap<number, QueryRow<typeof findPeople>[number]>
type LegCard = QueryRow<typeof findDirectLineCards>[number]

type StatementInput = QueryRow<typeof findStatementCard> & {
  shop: string
  month: Month
  memberId: UserId
  closed: QueryRow<typeof findClosedMonth>
  plan: Plan
  orders: QueryRow<typeof listPersonalOrders>
  returns: QueryRow<typeof listPersonalReturns>
  reversals: QueryRow<typeof listReversals>
  corrections: QueryRow<typeof listCorrections>
  legCards: LegCard[]
  legSums: LiveQueries['legSums']['result']
  lines: (StatementLineRow & { leg_id: number })[] | undefined
}

/** The statement in its file format; money stays in cents here, so that recomputing it is exact. */
export function presentStatement(input: StatementInput, people: People): Statement {
  const { month, closed, plan, card, before, orders, returns, reversals, lines } = input
  const { inputs_hash, closed_at, minimum_payout_cents } = closed
  if (!inputs_hash || !closed_at || minimum_payout_cents === null) throw new Error(`month ${month} is not closed here`)
  const { further } = input.legSums
  const hasCorrections = input.corrections.rows.length > 0
  const contributions = new Map(input.legSums.legs.map((leg) => [leg.id, leg]))
  const statement: Statement = {
    format: STATEMENT_FORMATS[hasCorrections ? 1 : 0],
    shop: input.shop,
    month,
    closed_at: closed_at.toISOString(),
    inputs_hash: inputs_hash.toString('hex'),
    plan: presentPlan(plan),
    minimum_payout_cents,
    member: { ...presentPerson(people, input.memberId, 0), active: input.active },
    before,
    card,
    orders: orders.rows.map(({ completed_at, ...order }) => ({ ...order, completed_at: completed_at.toISOString() })),
    further_orders: orders.further,
    returns: returns.rows.map(({ returned_at, ...returnRow }) => ({
      ...returnRow,
      returned_at: returned_at.toISOString(),
    })),
    further_returns: returns.further,
    legs: input.legCards.map(({ member_id, active, level, group_pv }) => {
      const contribution = contributions.get(member_id)
      if (!contribution) throw new Error(`the live month has no leg ${member_id}`)
      const { bestLevel, directLineCents, differentialCents } = contribution
      const sums = { direct_line_cents: directLineCents, differential_cents: differentialCents }
      return { ...presentPerson(people, member_id, 1), active, level, best_level: bestLevel, group_pv, ...sums }
    }),
    further_legs: further
      ? {
          count: further.count,
          group_pv: further.groupPv,
          best_levels: further.bestLevels,
          direct_line_cents: further.directLineCents,
          differential_cents: further.differentialCents,
        }
      : null,
    lines: lines?.map((line) => presentLine(line, people)) ?? null,
    reversals: reversals.rows.map((line) => presentReversal(line, people)),
    further_reversals: reversals.further,
    ...(hasCorrections && presentCorrections(input)),
    checksum: '',
  }
  return { ...statement, checksum: computeStatementChecksum(statement) }
}

const presentCorrections = ({ corrections }: Pick<StatementInput, 'corrections'>) => ({
  corrections: corrections.rows.map(({ booked_at, ...row }) => ({ ...row, booked_at: booked_at.toISOString() })),
  further_corrections: corrections.further,
})

const presentPlan = ({ version, firstMonth, directLineRateBp, levels }: Plan): Statement['plan'] => ({
  version,
  first_month: firstMonth,
  direct_line_rate_bp: directLineRateBp,
  levels: levels.map((row) => ({
    code: row.code,
    name: row.name,
    personal_pv: row.personalPv,
    group_pv: row.groupPv,
    customer_pv: row.customerPv,
    legs: row.legs,
    leg_level: row.legLevel,
    rate_bp: row.rateBp,
  })),
})

const presentPerson = (people: People, id: number, depth: number) => ({
  member_no: people.get(id)?.member_no ?? '',
  name: toDisplayName(people.get(id), depth),
})

function presentCommon(
  row: StatementLineRow | ReversalRow,
  people: People,
): Omit<StatementLine, 'completed_at' | 'leg_no' | 'value_cents'> {
  const kind = LINE_KINDS[row.kind]
  if (!kind) throw new Error(`line kind ${row.kind} does not exist`)
  // A covering member whose own line rounded to zero has no stored depth; they are right below at the nearest, and are
  // shown with an initial.
  const coveringDepth = row.covering_depth === null ? row.depth : row.depth - row.covering_depth
  return {
    order_no: row.order_no,
    kind,
    credited: { ...presentPerson(people, row.credited_id, row.depth), depth: row.depth },
    rate_bp: row.rate_bp,
    covered_bp: row.covered_bp,
    covered_by: row.covered_by_id === null ? null : presentPerson(people, row.covered_by_id, coveringDepth),
    amount_cents: row.amount_cents,
  }
}

const presentLine = (row: StatementLineRow & { leg_id: number }, people: People): StatementLine => ({
  ...presentCommon(row, people),
  completed_at: row.completed_at.toISOString(),
  leg_no: people.get(row.leg_id)?.member_no ?? '',
  value_cents: row.value_cents,
})

const presentReversal = (row: ReversalRow, people: People): Statement['reversals'][number] => ({
  ...presentCommon(row, people),
  order_month: row.order_month,
  returned_at: row.returned_at.toISOString(),
  before_cents: row.before_cents,
  remaining_cents: row.remaining_cents,
  due_cents: row.posted_cents + row.amount_cents,
  posted_cents: row.posted_cents,
})
