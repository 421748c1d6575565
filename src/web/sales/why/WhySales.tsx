import { useState } from 'react'
import type { SalesDetail } from '#contract/sales.ts'
import { Money } from '#web/ui/Money.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Lines } from './Lines.tsx'
import { Result } from './Result.tsx'

/** Personal and customer orders of the member, which add up to the total sales (docs/plan §10). */
export function WhySales({ detail }: { detail: SalesDetail }) {
  const { year, month, total_sales } = detail
  const [paid, setPaid] = useState<'yes' | 'no'>('yes')
  return (
    <>
      <p>
        Your own orders and those of your customers that were completed in the month, without shipping, insurance and
        tax, less what came back.
      </p>
      <Tabs label="Total sales" tabs={{ yes: 'With a bonus', no: 'Without' }} chosen={paid} onChoose={setPaid}>
        <Lines
          of={{ year, month, bonus: 'own', paid }}
          shows="cv"
          empty={
            paid === 'yes' ? 'No sale of yours has paid a bonus in this month.' : 'Every sale of yours paid a bonus.'
          }
        />
      </Tabs>
      <Result label="Total sales, both together">
        <Money value={total_sales} />
      </Result>
    </>
  )
}
