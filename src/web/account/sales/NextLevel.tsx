import type { SalesDetail } from '#contract/sales.ts'
import { formatMoney } from '#web/ui/Money.tsx'
import { Conditions } from './Conditions.tsx'
import { formatRate } from './figures.ts'
import { Level } from './Level.tsx'
import { levelName } from './levels.ts'
import { SectionHead } from './SectionHead.tsx'

/** How far it is to the next level, and what this month would have paid there. */
export function NextLevel({ detail }: { detail: SalesDetail }) {
  const { next } = detail
  if (!next) return <NoNext detail={detail} />
  return (
    <section aria-labelledby="next-level">
      <SectionHead id="next-level" title={`Next level: ${levelName(next.level)}`} />
      <Conditions conditions={next.conditions} />
      <div className="mt-6 border-t border-hairline pt-4">
        <p className="flex items-center gap-3">
          <Level level={next.level} className="font-[560]" />
          Rate {formatRate(next.rate_bp)}
        </p>
        <p className="pt-1 text-muted">{whatItPays(detail.total_bonus, next.total_bonus, detail.provisional)}</p>
      </div>
    </section>
  )
}

function whatItPays(now: number, then: number, provisional: boolean): string {
  const would = provisional ? 'would pay' : 'would have paid'
  // Both are whole cents: the difference of the floats is right once it is rounded.
  const more = Math.round((then - now) * 100) / 100
  if (more === 0) return `There the same orders ${would} just as much: ${formatMoney(then)}.`
  return `There the same orders ${would} ${formatMoney(then)} instead of ${formatMoney(now)}: ${formatMoney(more)} more.`
}

const NoNext = ({ detail }: { detail: SalesDetail }) => (
  <section aria-labelledby="next-level">
    <SectionHead id="next-level" title="Next level" />
    <p className="text-muted">
      {detail.active
        ? `${levelName(detail.sales_level)} is the highest level there is.`
        : 'Levels count for active members. Here you will see what is missing for the next one.'}
    </p>
  </section>
)
