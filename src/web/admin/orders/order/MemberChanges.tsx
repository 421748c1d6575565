import { monthName } from '#contract/compensation/month-labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { Level } from '#web/account/sales/Level.tsx'
import type { ReturnedMember, ReturnPreview } from './return-differences.ts'

const kinds: Record<ReturnedMember['lines'][number]['kind'], string> = {
  own_sale: 'personal sale',
  direct_line: 'direct line',
  differential: 'differential',
}

/** Effects on members: level, points and bonus in the month in which the return is booked. */
export function MemberChanges({ month, network }: Pick<ReturnPreview, 'month' | 'network'>) {
  if (month === null) return <p>The order hasn’t been counted yet, so no points change.</p>
  if (!network) return <p>{`Recorded in ${monthName(month)}. No member’s figures change.`}</p>
  return (
    <div className="grid gap-2">
      <p className="figures">{`${formatWhole(network.pv)} PV and ${formatDollars(network.cv)} CV are reversed in ${monthName(month)}.`}</p>
      <ul className="figures grid">
        {network.members.map((member) => (
          <li key={member.id} className="border-b border-hairline py-2">
            <p className="flex flex-wrap justify-between gap-x-6">
              <span className="font-[560]">{member.name}</span>
              <span>
                {formatChange(
                  'Bonus',
                  formatDollars(member.before.total_bonus),
                  formatDollars(member.after.total_bonus),
                )}
              </span>
            </p>
            {/* Full width because two levels with their gems and four figures are wide. */}
            <p className="text-small text-muted">
              <LevelChange {...member} />
              {pointsOf(member)
                .map((text) => ` · ${text}`)
                .join('')}
            </p>
            <p className="text-small text-muted">{bonusOf(member)}</p>
          </li>
        ))}
      </ul>
      {network.only_group_pv > 0 && (
        <p className="text-small text-muted">
          {network.only_group_pv === 1
            ? 'For one more member above, only the group PV goes down.'
            : `For ${network.only_group_pv} more members above, only the group PV goes down.`}
        </p>
      )}
    </div>
  )
}

const formatChange = (name: string, before: string | number, after: string | number): string =>
  before === after ? `${name} ${after}, unchanged` : `${name} ${before} → ${after}`

const LevelChange = ({ before, after }: ReturnedMember) =>
  before.level === after.level ? (
    <>
      <Level level={after.level} name={after.level_name} />, unchanged
    </>
  ) : (
    <>
      <Level level={before.level} name={before.level_name} /> → <Level level={after.level} name={after.level_name} />
    </>
  )

const pointsOf = ({ before, after }: ReturnedMember): string[] =>
  [
    before.personal_pv !== after.personal_pv &&
      formatChange('PV', formatWhole(before.personal_pv), formatWhole(after.personal_pv)),
    before.group_pv !== after.group_pv &&
      formatChange('group PV', formatWhole(before.group_pv), formatWhole(after.group_pv)),
    before.active !== after.active && (after.active ? 'now Active' : 'no longer Active'),
  ].filter((text) => text !== false)

const bonusOf = ({ lines, other_orders }: ReturnedMember): string =>
  [
    ...lines
      .filter(({ change }) => change !== 0)
      .map(({ kind, change }) => `${kinds[kind]} ${change > 0 ? '+' : ''}${formatDollars(change)}`),
    other_orders !== 0 && `other orders ${other_orders > 0 ? '+' : ''}${formatDollars(other_orders)}`,
  ]
    .filter(Boolean)
    .join(' · ')
