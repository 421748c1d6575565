import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { require, say } from './shop-for-trial.ts'

const SEQUENCES = Number(process.env.SEQUENCES ?? 200)

/**
 * Random sequences of everything that happens to an order, each step held against a slow recomputation, and `verify`
 * clean after each sequence (docs/security G28): the test of `npm test`, many times, on both engines where there is a
 * PostgreSQL (TEST_DATABASE_URL).
 */
export async function ledger(): Promise<void> {
  const seed = String(process.env.SEED ?? Date.now() % 1_000_000)
  say(`${SEQUENCES} sequences on each engine, SEED=${seed}`)
  const vitest = 'node_modules/vitest/vitest.mjs'
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'database', 'test/order-sequences'], {
    env: { ...process.env, NODE_ENV: 'test', SEQUENCES: String(SEQUENCES), SEED: seed },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  require(code === 0, `the ledger differs from its recomputation; SEED=${seed} runs it again`)
}
