import Check from 'lucide-react/icons/check'
import type { LevelCondition } from '#contract/compensation/sales.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { conditionName, conditionProgress, remainingLabel, requiredConditions } from './conditions.ts'

/** Progress of every condition of a level, as a bar and as text. */
export const Conditions = ({ conditions }: { conditions: readonly LevelCondition[] }) => (
  <ul className="grid gap-5">
    {requiredConditions(conditions).map((condition) => (
      <li key={condition.kind}>
        <p className="figures flex items-baseline justify-between gap-4">
          <span>{conditionName(condition)}</span>
          <span>
            <CurrentValue condition={condition} />
            <span className="text-muted"> / {formatWhole(condition.need)}</span>
          </span>
        </p>
        <Bar share={conditionProgress(condition)} />
        <p className="flex items-center gap-1.5 text-note text-muted">
          {remainingLabel(condition) ?? (
            <>
              <Check size={15} strokeWidth={2.2} className="text-success" aria-hidden /> Reached
            </>
          )}
        </p>
      </li>
    ))}
  </ul>
)

/** Points have the same color everywhere; legs count people. */
const CurrentValue = ({ condition: { kind, have } }: { condition: LevelCondition }) =>
  kind === 'legs' ? formatWhole(have) : <Pv points={have}>{formatWhole(have)}</Pv>

const Bar = ({ share }: { share: number }) => (
  <svg
    viewBox="0 0 100 1"
    preserveAspectRatio="none"
    aria-hidden="true"
    className="mt-1.5 mb-1 block h-1.5 w-full rounded-pill bg-hairline"
  >
    <rect width={100 * share} height="1" className={share === 1 ? 'fill-success' : 'fill-ink'} />
  </svg>
)
