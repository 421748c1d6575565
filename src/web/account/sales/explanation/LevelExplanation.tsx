import { useQuery } from '@tanstack/react-query'
import type { LevelReason, SalesDetail } from '#contract/compensation/sales.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Conditions } from '../Conditions.tsx'
import { requiredConditions } from '../conditions.ts'
import { formatRate } from '../figures.ts'
import { Gem } from '../Gem.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { levelReasonQuery } from '../sales-queries.ts'

/** All conditions of the current level and of the next one. */
export function LevelExplanation({ detail: { year, month, rate_bp } }: { detail: SalesDetail }) {
  const { data: reason, error, refetch } = useQuery(levelReasonQuery({ year, month }))
  if (!reason) return error ? <LoadFailed what="the conditions" retry={refetch} /> : <Skeleton className="h-72" />
  return (
    <>
      <p className="flex items-center gap-4">
        <Gem level={reason.level} className="size-12" />
        <span>
          <span className="display block text-title">{reason.level_name}</span>
          <span className="text-note text-muted">{rate_bp > 0 ? `Rate ${formatRate(rate_bp)}` : 'No rate'}</span>
        </span>
      </p>
      <p>{describeRequirements(reason)}</p>
      {reason.active && <Conditions conditions={reason.conditions} />}
      {reason.next && <NextLevelRequirements next={reason.next} now={reason.total_bonus} />}
    </>
  )
}

function describeRequirements({ active, level_name, conditions }: LevelReason): string {
  if (!active) {
    return `Levels are for members who are active at the end of the month. Inactive members are at ${level_name} with no rate; their points still count for their upline.`
  }
  if (requiredConditions(conditions).length === 0)
    return `Every active member is at least ${level_name}. It has no conditions.`
  return `Your level for a month is the highest one whose conditions you meet. ${level_name} requires:`
}

const NextLevelRequirements = ({ next, now }: { next: NonNullable<LevelReason['next']>; now: number }) => (
  <section className="grid gap-5 border-t border-hairline pt-6">
    <h3 className="font-[560]">What you need for {next.level_name}</h3>
    <Conditions conditions={next.conditions} />
    <p className="text-muted">
      With a rate of {formatRate(next.rate_bp)} this month’s orders would pay {formatDollars(next.total_bonus)} instead
      of {formatDollars(now)}.
    </p>
  </section>
)
