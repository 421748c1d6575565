import { useState } from 'react'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Lines } from './Lines.tsx'
import { Result } from './Result.tsx'

/** Personal and customer orders of the member, which add up to the total sales (docs/plan §10). */
export function SalesExplanation({ detail }: { detail: SalesDetail }) {
  const { year, month, total_sales } = detail
  const [earnedBonus, setEarnedBonus] = useState<'yes' | 'no'>('yes')
  return (
    <>
      <p>
        Your own orders and your customers’ orders completed during the month, before shipping, insurance and tax, minus
        returns.
      </p>
      <Tabs
        label="Total sales"
        tabs={{ yes: 'Earned a bonus', no: 'No bonus' }}
        selected={earnedBonus}
        onSelect={setEarnedBonus}
      >
        <Lines
          filter={{ year, month, bonus: 'personal', paid: earnedBonus }}
          shows="cv"
          empty={
            earnedBonus === 'yes'
              ? 'None of your sales earned a bonus during the month.'
              : 'All of your sales earned a bonus.'
          }
        />
      </Tabs>
      <Result label="Total sales">
        <Money value={total_sales} />
      </Result>
    </>
  )
}
