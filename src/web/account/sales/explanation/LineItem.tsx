import type { BonusLine } from '#contract/compensation/sales.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { lineDepth, lineReason, lineSum, lineTitle, passedOverLabels, reversalLabel } from './line-labels.ts'

/** `cv` shows the order's value, `amount` its bonus. */
export const LineItem = ({ line, shows }: { line: BonusLine; shows: 'cv' | 'amount' }) => (
  <li className="grid gap-1 border-t border-hairline py-4 first:border-t-0 first:pt-0">
    <p className="flex items-baseline justify-between gap-6 font-[560]">
      <span className="min-w-0 break-words">{lineTitle(line)}</span>
      <Money value={line[shows]} />
    </p>
    <p className="text-note text-muted">
      {[formatOrderDay(line.completed_at), lineDepth(line)].filter(Boolean).join(' · ')}
      {shows === 'amount' && (
        <>
          {' · '}
          <span className="whitespace-nowrap">counts {formatDollars(line.cv)}</span>
        </>
      )}
    </p>
    {shows === 'amount' && (
      <div className="text-note">
        <p>
          {lineReason(line)} <span className="figures whitespace-nowrap">{lineSum(line)}</span>
        </p>
        {passedOverLabels(line).map((sentence) => (
          <p key={sentence} className="text-muted">
            {sentence}
          </p>
        ))}
      </div>
    )}
    {shows === 'cv' && line.reversal_of && <p className="text-note">{reversalLabel(line.reversal_of)}.</p>}
  </li>
)
