import { expect, it } from 'vitest'
import { queueLabels } from '#contract/reporting/queue-labels.ts'
import { moneyLines } from './MoneyOverview.tsx'

it('the money overview lists exactly the queues that the sidebar counts', () => {
  const counted = Object.entries(queueLabels).filter(([, { navItems }]) => navItems?.includes('Money'))
  expect(moneyLines.map(({ kind }) => kind).sort()).toEqual(counted.map(([kind]) => kind).sort())
})
