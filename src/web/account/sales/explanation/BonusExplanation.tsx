import { useState } from 'react'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Lines } from './Lines.tsx'
import { Result } from './Result.tsx'

const kinds = {
  sales: {
    figure: 'sales_bonus',
    name: 'Sales bonus',
    meaning: 'Your rate on your personal sales, plus a fixed share of sales in your direct line.',
    empty: 'No orders paid a sales bonus during the month.',
  },
  level: {
    figure: 'level_bonus',
    name: 'Level bonus',
    meaning: 'For every sale below you: your rate minus the highest rate already paid between that sale and you.',
    empty: 'No orders below you paid a level bonus during the month.',
  },
} as const

/** Orders whose lines add up to a bonus, and those that paid nothing, each with its reason. */
export function BonusExplanation({ detail, bonus }: { detail: SalesDetail; bonus: 'sales' | 'level' }) {
  const { year, month } = detail
  const { figure, name, meaning, empty } = kinds[bonus]
  const [earnedBonus, setEarnedBonus] = useState<'yes' | 'no'>('yes')
  return (
    <>
      <p>{meaning}</p>
      <Tabs label={name} tabs={{ yes: 'Paid', no: 'Paid nothing' }} selected={earnedBonus} onSelect={setEarnedBonus}>
        {earnedBonus === 'yes' ? (
          <Lines filter={{ year, month, bonus, paid: earnedBonus }} shows="amount" empty={empty}>
            <Result label={name}>
              <Money value={detail[figure]} />
            </Result>
          </Lines>
        ) : (
          <Lines filter={{ year, month, bonus, paid: earnedBonus }} shows="amount" empty="Every order paid a bonus." />
        )}
      </Tabs>
    </>
  )
}
