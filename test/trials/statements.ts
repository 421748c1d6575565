import { compareStatements } from '#test/compare-statements.ts'

const COUNT = 5_000

/**
 * Bank statements with known truth, in many layouts, encodings and currencies: nothing outgoing, unsettled, not in
 * dollars or shifted is bookable in bulk, and at least 99% of incoming payments are found.
 */
export async function statements(): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const { rows, foundCount, bookable, wronglyBookable, missed } = compareStatements(seed, COUNT)
  const others = Object.entries(rows).flatMap(([kind, count]) => (kind === 'in' ? [] : [`${count} ${kind}`]))
  const share = (count: number) => `${((count / rows.in) * 100).toFixed(2)}%`
  process.stdout.write(
    `${COUNT} statements, seed ${seed}: ${rows.in} incoming rows, ${share(foundCount)} of them found, ${share(bookable)} bookable; ` +
      `${others.join(', ')}: ${wronglyBookable.length} bookable in bulk\n`,
  )
  for (const line of [...wronglyBookable, ...missed].slice(0, 20)) process.stdout.write(`  ${line}\n`)
  if (wronglyBookable.length > 0 || foundCount < rows.in * 0.99)
    throw new Error(`Reading statements failed (seed ${seed}).`)
}
