import { expect, it } from 'vitest'
import { waitingKinds } from '#contract/admin-dashboard.ts'
import { waitingWords } from '#contract/waiting-words.ts'
import { moneyLines } from './MoneyOverview.tsx'

it('the overview of Money lists exactly what the sidebar counts there', () => {
  const counted = waitingKinds.filter((kind) => waitingWords[kind].navItems?.includes('Money'))
  expect(moneyLines.map(({ kind }) => kind).sort()).toEqual(counted.toSorted())
})
