import { fork } from 'node:child_process'
import { once } from 'node:events'
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
import { run as products } from './products.ts'
import { run as sales } from './sales.ts'
import { run as scale } from './scale.ts'
import { run as soak } from './soak.ts'
import { type Figure, measure, printTable } from './support/figures.ts'

type Bench = () => Promise<void>

const benches: Record<string, Bench> = {
  pages,
  cart,
  orders,
  checkout,
  idle,
  account,
  admin,
  products,
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
 * These take half an hour, need a database that takes as long to fill, need cgroups, or need another release, so they
 * only run when requested by name.
 */
const OPT_IN_BENCHES = ['soak', 'admin', 'scale', 'against']

/** Arguments that begin with hyphens are passed to the bench itself. */
const isBenchOption = (arg: string): boolean => arg.startsWith('--')
const requested = process.argv.slice(2).filter((arg) => !isBenchOption(arg))
const isAll = requested.length === 0 || requested.includes('all')
const names = isAll ? Object.keys(benches).filter((name) => !OPT_IN_BENCHES.includes(name)) : requested

for (const name of names) {
  if (!benches[name]) {
    process.stderr.write(`Unknown bench "${name}". Available: ${Object.keys(benches).join(', ')}, all.\n`)
    process.exit(1)
  }
}
const figures: Figure[] = []
if (names.length > 1) {
  for (const name of names) figures.push(...(await runInSubprocess(name)))
} else {
  for (const name of names) figures.push(...(await measure(name, benches[name] as Bench)))
}
if (figures.some(({ isMet }) => isMet === false)) process.exitCode = 1
if (process.env.BENCH_SUBPROCESS) process.send?.(figures)
else printTable(figures)

/** Runs a bench in a separate process, so that its memory does not affect the next one. */
async function runInSubprocess(name: string): Promise<Figure[]> {
  const child = fork(import.meta.filename, [name, ...process.argv.slice(2).filter(isBenchOption)], {
    env: { ...process.env, BENCH_SUBPROCESS: 'yes' },
    stdio: 'inherit',
  })
  let result: Figure[] | undefined
  child.on('message', (figures) => {
    result = figures as Figure[]
  })
  const [code, signal] = await once(child, 'exit')
  if (!result) throw new Error(`The bench "${name}" exited without figures (${signal ?? `exit code ${code}`}).`)
  return result
}
