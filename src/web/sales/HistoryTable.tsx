import type { SalesHistory } from '#contract/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { monthName } from './figures.ts'
import { levelName } from './levels.ts'

/** The chart's figures as a table, for readers who prefer numbers. */
export const HistoryTable = ({ months }: { months: SalesHistory['months'] }) => (
  <details className="mt-3 text-note">
    <summary className="reach w-fit text-link">The figures as a table</summary>
    <table className="mt-3 w-full text-left">
      <thead className="text-muted">
        <tr className="border-b border-hairline *:py-2 *:pr-3 *:font-normal">
          <th scope="col">Month</th>
          <th scope="col" className="max-sm:hidden">
            Level
          </th>
          <th scope="col" className="text-right">
            Sales bonus
          </th>
          <th scope="col" className="text-right">
            Level bonus
          </th>
          <th scope="col" className="pr-0! text-right">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.year + month.month} className="border-b border-hairline *:py-2 *:pr-3">
            <th scope="row" className="font-normal">
              {monthName(month)}
            </th>
            <td className="max-sm:hidden">{levelName(month.sales_level)}</td>
            <td className="text-right">
              <Money value={month.sales_bonus} />
            </td>
            <td className="text-right">
              <Money value={month.level_bonus} />
            </td>
            <td className="pr-0! text-right">
              <Money value={month.total_bonus} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
