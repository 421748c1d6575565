import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { month, nextMonth } from '#domain/calendar/month.ts'
import { findSponsorsInMonth, moveMember, type Sponsorship } from './sponsorship.ts'

const MARCH = month('2026-03')
const APRIL = month('2026-04')
const [A, B, C, F] = [1, 2, 3, 6] as const
const edges: Sponsorship[] = [
  { member: A, sponsor: undefined, fromMonth: MARCH },
  { member: B, sponsor: A, fromMonth: MARCH },
  { member: C, sponsor: A, fromMonth: MARCH },
  { member: F, sponsor: C, fromMonth: MARCH },
]

/** Each member's path to the top is finite: there is no cycle. */
function isForest(tree: ReadonlyMap<number, number | undefined>): boolean {
  return [...tree.keys()].every((member) => {
    let upline = tree.get(member)
    for (let steps = 0; upline !== undefined && steps <= tree.size; steps++) upline = tree.get(upline)
    return upline === undefined
  })
}

describe('the sponsor tree', () => {
  it('keeps the current month if a member moves: F goes from C to B in April, effective in May (docs/plan §15)', () => {
    const moved = moveMember(edges, { member: F, sponsor: B }, APRIL)
    const after = moved.ok ? moved.edges : []
    expect(findSponsorsInMonth(after, APRIL).get(F)).toBe(C)
    expect(findSponsorsInMonth(after, month('2026-05')).get(F)).toBe(B)
    expect(findSponsorsInMonth(after, month('2027-01')).get(F)).toBe(B)
  })

  it('has only members who are enrolled by the month', () => {
    const later: Sponsorship[] = [...edges, { member: 7, sponsor: F, fromMonth: APRIL }]
    expect(findSponsorsInMonth(later, MARCH).has(7)).toBe(false)
    expect(findSponsorsInMonth(later, APRIL).get(7)).toBe(F)
  })

  it.each([
    ['themselves', C, C, 'own_sponsor'],
    ['a member of their downline', A, F, 'sponsor_in_downline'],
    ['an unknown member', C, 99, 'sponsor_not_found'],
  ] as const)('does not let a member move under %s', (_, member, sponsor, refusal) => {
    expect(moveMember(edges, { member, sponsor }, MARCH)).toEqual({ ok: false, refusal: { code: refusal } })
  })

  it('replaces an earlier move of the same month', () => {
    const first = moveMember(edges, { member: F, sponsor: B }, APRIL)
    const second = moveMember(first.ok ? first.edges : [], { member: F, sponsor: undefined }, APRIL)
    const tree = findSponsorsInMonth(second.ok ? second.edges : [], month('2026-05'))
    expect([tree.has(F), tree.get(F)]).toEqual([true, undefined])
  })

  it('invariant 12: moves do not change the current month, and never create a cycle', () => {
    const moves = fc.array(
      fc.record({ member: fc.nat(7), sponsor: fc.option(fc.nat(7), { nil: undefined }), waits: fc.nat(1) }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(moves, (requestedMoves) => {
        let current = MARCH
        let edges: Sponsorship[] = [...Array(8).keys()].map((member) => ({
          member,
          sponsor: undefined,
          fromMonth: MARCH,
        }))
        for (const { member, sponsor, waits } of requestedMoves) {
          if (waits === 1) current = nextMonth(current)
          const before = findSponsorsInMonth(edges, current)
          const moved = moveMember(edges, { member, sponsor }, current)
          if (moved.ok) edges = moved.edges
          expect(findSponsorsInMonth(edges, current)).toEqual(before)
          const next = findSponsorsInMonth(edges, nextMonth(current))
          expect(isForest(next)).toBe(true)
          expect(next.size).toBe(8)
          if (moved.ok) expect(next.get(member)).toBe(sponsor)
        }
      }),
    )
  })
})
