import type { CorrectionPreview } from '#contract/compensation/corrections.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { formatDollars } from '#domain/money/money.ts'

/** The member's month without and with the correction. */
export const CorrectionOutcome = ({ preview: { month, now, after, balance } }: { preview: CorrectionPreview }) => (
  <div>
    <table className="figures w-full max-w-form">
      <caption className="pb-2 text-left text-small text-muted">
        {monthName(month)} so far. Figures change until the month is closed.
      </caption>
      <thead>
        <tr className="border-b border-hairline text-small text-muted">
          <td />
          <th scope="col" className="py-1 text-right font-normal">
            Now
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Corrected
          </th>
        </tr>
      </thead>
      <tbody>
        <Row name="Sales bonus" now={now.sales_bonus} after={after.sales_bonus} />
        <Row name="Level bonus" now={now.level_bonus} after={after.level_bonus} />
        <Row name="Total bonus" now={now.total_bonus} after={after.total_bonus} />
        {balance && (
          <>
            <Row name="Brought forward" now={balance.opening} after={balance.opening} />
            <Row name="Paid out" now={balance.now.payable} after={balance.after.payable} />
            <Row name="Carried forward" now={balance.now.carried} after={balance.after.carried} />
          </>
        )}
      </tbody>
    </table>
    {!balance && <p className="pt-2 text-small text-muted">The payout is known once the previous month is closed.</p>}
    {balance && balance.after.carried < 0 && (
      <p className="pt-2 text-small text-muted">
        Nothing is collected. A negative balance carries over until it is earned back.
      </p>
    )}
  </div>
)

const Row = ({ name, now, after }: { name: string; now: number; after: number }) => (
  <tr className="border-b border-hairline">
    <th scope="row" className="py-1.5 text-left font-normal text-muted">
      {name}
    </th>
    <td className="py-1.5 pl-3 text-right sm:pl-6">{formatDollars(now)}</td>
    <td className={`py-1.5 pl-3 text-right sm:pl-6 ${now === after ? '' : 'font-[580]'}`}>{formatDollars(after)}</td>
  </tr>
)
