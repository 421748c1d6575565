import type { AdminAnswer } from '#contract/admin-calls.ts'
import type { Correction, CorrectionPreview } from '#contract/admin-correction.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatDollars } from '#domain/money.ts'
import { monthName } from '../orders/order/month-name.ts'

export const bonusNames: Record<Correction['bonus'], string> = { sales: 'Sales bonus', level: 'Level bonus' }

/** `+$12.30`, `−$12.30`. */
export const signed = (dollars: number): string => `${dollars > 0 ? '+' : ''}${formatDollars(dollars)}`

/** `Sales bonus of October 2026, order 1004`. */
export const whatWasWrong = ({ bonus, concerns, order_no }: Correction): string =>
  `${bonusNames[bonus]} of ${monthName(concerns)}${order_no === null ? '' : `, order ${order_no}`}`

export const byWhom = ({ asked_by, approved_by }: Correction): string =>
  approved_by === null ? `${asked_by}, alone` : `${asked_by}, approved by ${approved_by}`

type Begun = { member: number; concerns?: string; order?: string; bonus?: Correction['bonus'] }
/** Where a correction begins, with what is known of it already. */
export const newCorrectionPath = (begun: Begun): string =>
  `${adminPaths.newCorrection}?${new URLSearchParams(
    Object.entries(begun).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )}`

/** Facts of the preview as a person reads them: months by their names, and nothing twice. */
export const factsToShow = ({ facts }: CorrectionPreview): { name: string; value: string }[] =>
  facts
    .filter(({ name }) => name !== 'member' && name !== 'why')
    .map(({ name, value }) => ({
      name: name.charAt(0).toUpperCase() + name.slice(1),
      value: /^\d{4}-\d{2}$/.test(value) ? monthName(value) : value,
    }))

/** Of an approval, by its facts: `Correct the level bonus of member 1005, September 2026`. */
export function correctionTitle(facts: CorrectionPreview['facts']): string {
  const of = (name: string) => facts.find((fact) => fact.name === name)?.value ?? ''
  return `Correct the ${of('bonus')} of member ${of('member')}, ${monthName(of('concerns'))}`
}

/** What proposing, or booking, came to. */
export const doneWords = ({ correction_id, month }: AdminAnswer<'proposeCorrection'>): string =>
  correction_id === null
    ? 'It is proposed. Somebody else approves it, which books it.'
    : `It is booked in ${monthName(month)}.`
