import { run as account } from './account.ts'
import { run as admin } from './admin.ts'
import { run as against } from './against.ts'
import { run as cart } from './cart.ts'
import { run as checkout } from './checkout.ts'
import { run as idle } from './idle.ts'
import { run as interactions } from './interactions.ts'
import { run as lighthouse } from './lighthouse.ts'
import { run as month } from './month.ts'
import { run as monthEngine } from './month-engine.ts'
import { run as orders } from './orders.ts'
import { run as pages } from './pages.ts'
import { run as preview } from './preview.ts'
import { run as sales } from './sales.ts'
import { run as scale } from './scale.ts'
import { run as soak } from './soak.ts'
import { printTable, startBench } from './support/figures.ts'

const benches: Record<string, () => Promise<void>> = {
  pages,
  cart,
  orders,
  checkout,
  idle,
  account,
  admin,
  month,
  sales,
  preview,
  'month-engine': monthEngine,
  lighthouse,
  interactions,
  scale,
  soak,
  against,
}
/**
 * Take half an hour, need a database that took as long to fill, a machine that lets itself be divided, or another release:
 * asked for by name.
 */
const NOT_IN_ALL = ['soak', 'admin', 'scale', 'against']

/** What begins with hyphens is for the bench itself. */
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isAll = given.length === 0 || given.includes('all')
const names = isAll ? Object.keys(benches).filter((name) => !NOT_IN_ALL.includes(name)) : given

for (const name of names) {
  const bench = benches[name]
  if (!bench) {
    process.stderr.write(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}, and all.\n`)
    process.exit(1)
  }
  startBench(name)
  await bench()
}
printTable()
