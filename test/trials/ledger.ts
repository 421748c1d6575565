import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { assertThat, log } from './trial-shop.ts'

const SEQUENCES = process.env.SEQUENCES ?? '200'
const DOMAIN_SEQUENCES = process.env.DOMAIN_SEQUENCES ?? '10000'

/**
 * Random sequences of all events of an order, each step compared with a recomputation (docs/security G28): the
 * tests of `npm test`, many times; for the rules alone, then on both engines where PostgreSQL is available
 * (TEST_DATABASE_URL), with `verify` clean after each sequence.
 */
export async function ledger(): Promise<void> {
  const seed = String(process.env.SEED ?? Date.now() % 1_000_000)
  log(`${DOMAIN_SEQUENCES} sequences over the domain, ${SEQUENCES} on each engine, SEED=${seed}`)
  await runTest('pure', 'test/domain-sequences', seed)
  await runTest('database', 'test/order-sequences', seed)
}

async function runTest(project: string, file: string, seed: string): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file], {
    env: { ...process.env, NODE_ENV: 'test', SEQUENCES, DOMAIN_SEQUENCES, SEED: seed },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  assertThat(code === 0, `the ledger differs from its recomputation; SEED=${seed} reproduces it`)
}
