import Check from 'lucide-react/icons/check'
import Cross from 'lucide-react/icons/x'
import { wholeWords } from '#contract/statement-words.ts'
import type { StatementCheck } from '#domain/compensation/statement/statement-check.ts'
import { cx } from '#web/ui/cx.ts'
import { checkName, checkValue, sortChecks } from './check-words.ts'

/** Of very many differences the first are enough. */
const MOST_WRONG = 100

/**
 * Figure by figure, the stated and the recomputed value; orders and lines are only counted, apart from those that
 * differ.
 */
export function CheckResult({ checks }: { checks: readonly StatementCheck[] }) {
  const { single, groups, wrongOfMany } = sortChecks(checks)
  return (
    <table aria-label="What was worked out again" className="w-full text-left text-note">
      <thead className="text-muted">
        <tr className="border-b border-ink *:py-2 *:pr-4 *:font-normal *:last:pr-0">
          <th scope="col">Figure</th>
          <th scope="col" className="text-right">
            Stated
          </th>
          <th scope="col" className="text-right">
            Worked out
          </th>
          <th scope="col" className="w-0 text-right">
            <span className="max-sm:sr-only">Agrees</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {[...wrongOfMany.slice(0, MOST_WRONG), ...single].map((check, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the result of one check never changes
          <tr key={n} className={rowClass(check.agrees)}>
            <th scope="row" className="font-normal break-words">
              {checkName(check)}
            </th>
            <td className="text-right">{checkValue(check, check.stated)}</td>
            <td className="text-right">{checkValue(check, check.recomputed)}</td>
            <Agrees agrees={check.agrees} />
          </tr>
        ))}
        {groups.map(({ name, count, agree }) => (
          <tr key={name} className={rowClass(agree === count)}>
            <th scope="row" className="font-normal">
              {name}
            </th>
            <td colSpan={2} className="text-right">
              {wholeWords(agree)} of {wholeWords(count)}
            </td>
            <Agrees agrees={agree === count} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rowClass = (agrees: boolean): string =>
  cx('figures border-b border-hairline *:py-2 *:pr-4 *:last:pr-0', !agrees && 'text-danger *:font-[560]')

const Agrees = ({ agrees }: { agrees: boolean }) => {
  const Sign = agrees ? Check : Cross
  return (
    <td className="text-right whitespace-nowrap">
      <Sign size={16} strokeWidth={2.2} aria-hidden className={cx('inline', agrees && 'text-success')} />
      <span className="sr-only">{agrees ? 'agrees' : 'does not agree'}</span>
    </td>
  )
}
