import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { Conditions } from './Conditions.tsx'
import { formatRate } from './figures.ts'
import { Level } from './Level.tsx'
import { SectionHead } from './SectionHead.tsx'

/** Requirements of the next level, and the bonus this month would have earned there. */
export function NextLevel({ detail }: { detail: SalesDetail }) {
  const { next } = detail
  if (!next) return <NoNextLevel detail={detail} />
  return (
    <section aria-labelledby="next-level">
      <SectionHead id="next-level" title={`Next level: ${next.level_name}`} />
      <Conditions conditions={next.conditions} />
      <div className="mt-6 border-t border-hairline pt-4">
        <p>
          <Level level={next.level} name={next.level_name} className="font-[560]" />: rate {formatRate(next.rate_bp)}{' '}
          instead of {formatRate(detail.rate_bp)}
        </p>
        <BonusAtNextLevel bonus={detail.total_bonus} nextBonus={next.total_bonus} provisional={detail.provisional} />
      </div>
    </section>
  )
}

function BonusAtNextLevel({
  bonus,
  nextBonus,
  provisional,
}: {
  bonus: number
  nextBonus: number
  provisional: boolean
}) {
  // Both are whole cents, so rounding makes the difference of the floats exact.
  const difference = Math.round((nextBonus - bonus) * 100) / 100
  if (difference === 0) return null
  return (
    <p className="pt-1 text-muted">
      The same orders {provisional ? 'would pay' : 'would have paid'} <Money value={nextBonus} className="text-ink" />,{' '}
      <Money value={difference} /> more{provisional && ' than now'}.
    </p>
  )
}

const NoNextLevel = ({ detail }: { detail: SalesDetail }) => (
  <section aria-labelledby="next-level">
    <SectionHead id="next-level" title="Next level" />
    <p className="text-muted">
      {detail.active
        ? `${detail.level_name} is the highest level.`
        : 'Levels are for active members. Once you’re active, you’ll see what you need for the next one.'}
    </p>
  </section>
)
