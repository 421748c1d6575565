import { useState } from 'react'
import type { SalesDetail } from '#contract/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Lines } from './Lines.tsx'
import { Result } from './Result.tsx'

const kinds = {
  sales: {
    figure: 'sales_bonus',
    name: 'Sales bonus',
    meaning: 'Your rate of your own sales, and a fixed share of sales in your direct line.',
    empty: 'No order has paid a sales bonus in this month.',
  },
  level: {
    figure: 'level_bonus',
    name: 'Level bonus',
    meaning:
      'Of every sale below you: your rate, less the highest rate that was already paid between the sale and you.',
    empty: 'No order below you has paid a level bonus in this month.',
  },
} as const

/** Orders whose lines add up to a bonus, and those that paid nothing, each with its reason. */
export function WhyBonus({ detail, bonus }: { detail: SalesDetail; bonus: 'sales' | 'level' }) {
  const { year, month } = detail
  const { figure, name, meaning, empty } = kinds[bonus]
  const [paid, setPaid] = useState<'yes' | 'no'>('yes')
  return (
    <>
      <p>{meaning}</p>
      <Tabs label={name} tabs={{ yes: 'Paid', no: 'Paid nothing' }} chosen={paid} onChoose={setPaid}>
        {paid === 'yes' ? (
          <Lines of={{ year, month, bonus, paid }} shows="amount" empty={empty}>
            <Result label={name}>
              <Money value={detail[figure]} />
            </Result>
          </Lines>
        ) : (
          <Lines of={{ year, month, bonus, paid }} shows="amount" empty="There is no order that paid nothing." />
        )}
      </Tabs>
    </>
  )
}
