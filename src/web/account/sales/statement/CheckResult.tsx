import Check from 'lucide-react/icons/check'
import Cross from 'lucide-react/icons/x'
import type { Statement } from '#contract/compensation/statement.ts'
import type { StatementCheck } from '#domain/compensation/statement/statement-check.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { cx } from '#web/ui/cx.ts'
import { rowClass, TableFrame } from '#web/ui/Table.tsx'
import { checkName, checkValue, sortChecks } from './check-labels.ts'

/** Shows only the first of very many differences. */
const MAX_DIFFERENCES = 100

const columns = [
  { name: 'Figure' },
  { name: 'Stated', end: true },
  { name: 'Recalculated', end: true },
  { name: 'Matches', end: true, headClass: 'w-0', head: <span className="max-sm:sr-only">Matches</span> },
]

/**
 * Compares stated and recomputed values figure by figure; orders and lines are only counted, except those that differ.
 */
export function CheckResult({ statement, checks }: { statement: Statement; checks: readonly StatementCheck[] }) {
  const { single, groups, groupedDifferences } = sortChecks(checks)
  return (
    <TableFrame look="ruled" aria-label="What was recalculated" columns={columns}>
      {[...groupedDifferences.slice(0, MAX_DIFFERENCES), ...single].map((check, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the result of one check never changes
        <tr key={n} className={checkRowClass(check.agrees)}>
          <th scope="row" className="font-normal break-words">
            {checkName(check)}
          </th>
          <td className="text-right">{checkValue(check, check.stated, statement)}</td>
          <td className="text-right">{checkValue(check, check.recomputed, statement)}</td>
          <AgreementCell agrees={check.agrees} />
        </tr>
      ))}
      {groups.map(({ name, count, agree }) => (
        <tr key={name} className={checkRowClass(agree === count)}>
          <th scope="row" className="font-normal">
            {name}
          </th>
          <td colSpan={2} className="text-right">
            {formatWhole(agree)} of {formatWhole(count)}
          </td>
          <AgreementCell agrees={agree === count} />
        </tr>
      ))}
    </TableFrame>
  )
}

const checkRowClass = (agrees: boolean): string =>
  cx('figures', rowClass('ruled'), !agrees && 'text-danger *:font-[560]')

const AgreementCell = ({ agrees }: { agrees: boolean }) => {
  const Sign = agrees ? Check : Cross
  return (
    <td className="text-right whitespace-nowrap">
      <Sign size={16} strokeWidth={2.2} aria-hidden className={cx('inline', agrees && 'text-success')} />
      <span className="sr-only">{agrees ? 'matches' : 'does not match'}</span>
    </td>
  )
}
