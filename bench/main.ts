import { run as account } from './account.ts'
import { run as cart } from './cart.ts'
import { run as month } from './month.ts'
import { run as monthEngine } from './month-engine.ts'
import { run as orders } from './orders.ts'
import { run as pages } from './pages.ts'
import { run as sales } from './sales.ts'

const benches: Record<string, () => Promise<void>> = {
  pages,
  cart,
  orders,
  account,
  month,
  sales,
  'month-engine': monthEngine,
}
const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(benches)

for (const name of names) {
  const bench = benches[name]
  if (!bench) {
    process.stderr.write(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}.\n`)
    process.exit(1)
  }
  process.stdout.write(`\n${name}\n`)
  await bench()
}
