import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Correction, CorrectionPreview } from '#contract/compensation/corrections.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import type { Fact } from '../ui/FactList.tsx'

export const bonusNames: Record<Correction['bonus'], string> = { sales: 'Sales bonus', level: 'Level bonus' }

/** Returns `+$12.30`, `−$12.30`. */
export const formatSigned = (dollars: number): string => `${dollars > 0 ? '+' : ''}${formatDollars(dollars)}`

/** Returns `Sales bonus of October 2026, order 1004`. */
export const correctionSubject = ({ bonus, corrected_month, order_no }: Correction): string =>
  `${bonusNames[bonus]} of ${monthName(corrected_month)}${order_no === null ? '' : `, order ${order_no}`}`

export const authorLabel = ({ requested_by, approved_by }: Correction): string =>
  approved_by === null ? `${requested_by}, alone` : `${requested_by}, approved by ${approved_by}`

type CorrectionPrefill = { member: number; corrected_month?: string; order?: string; bonus?: Correction['bonus'] }
/** URL of the correction form, prefilled with the known values. */
export const newCorrectionPath = (prefill: CorrectionPrefill): string =>
  `${adminPaths.newCorrection}?${new URLSearchParams(
    Object.entries(prefill).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )}`

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const factOrder = ['bonus', 'concerns', 'amount', 'order', 'booked in']

/**
 * Facts of a correction in reading order: the action before its grounds, months by name, without the member and the
 * reason, which are shown elsewhere.
 */
export const visibleFacts = (facts: readonly Fact[]): Fact[] =>
  facts
    .filter(({ name }) => name !== 'member' && name !== 'why')
    .toSorted((a, b) => positionOf(a) - positionOf(b))
    .map(({ name, value }) => ({
      name: factNames[name] ?? name,
      value: /^\d{4}-\d{2}$/.test(value) ? monthName(value) : capitalize(value),
    }))

/** Everything that a correction depends on, as text. */
export const correctionFacts = ({ facts }: CorrectionPreview): Record<string, string> =>
  Object.fromEntries(visibleFacts(facts).map(({ name, value }) => [capitalize(name), value]))

/** Labels of facts that are stored under other names. */
const factNames: Record<string, string> = {
  concerns: 'month corrected',
  'booked in': 'recorded in',
  'closed elsewhere': 'closed in an older system',
}

const positionOf = ({ name }: Fact): number => (factOrder.includes(name) ? factOrder.indexOf(name) : factOrder.length)

/** Success message after proposing or booking. */
export const correctionMessage = ({ correction_id, month }: AdminResponse<'proposeCorrection'>): string =>
  correction_id === null
    ? 'Proposed. It will be recorded once someone else approves it.'
    : `Recorded in ${monthName(month)}.`
