import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../bench/support/server.ts'
import { assertThat, createTrialShop, log } from './trial-shop.ts'

const REFUSAL_TIMEOUT_MS = 5_000
const STOP_TIMEOUT_MS = 10_000
const KILLS = Number(process.env.KILLS ?? 20)

/**
 * docs/security G6: a second shop on the same data directory is refused while the first continues; a killed one never
 * blocks the next.
 */
export async function secondStart(): Promise<void> {
  const trial = await createTrialShop('embedded')
  try {
    const shop = await trial.start()
    const started = performance.now()
    const second = spawn(process.execPath, ['src/server/main.ts'], {
      env: { ...process.env, ...trial.environment, NODE_ENV: 'production', PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    second.stderr.on('data', (chunk) => {
      output += chunk
    })
    const [code] = await once(second, 'exit')
    const ms = performance.now() - started
    assertThat(code !== 0 && ms <= REFUSAL_TIMEOUT_MS, `the second start exited with ${code} after ${ms} ms`)
    assertThat(output.includes('is in use') && output.trim().split('\n').length === 1, `it printed: ${output}`)
    assertThat((await fetch(`${shop.url}/cart.json`)).ok, 'the first shop stopped responding')
    log(`Refused after ${(ms / 1000).toFixed(1)} s: ${output.trim()}`)
    await shop.stop('SIGKILL')
    for (let kill = 0; kill < KILLS; kill++) await (await trial.start()).stop('SIGKILL')
    log(`${KILLS + 1} starts after kill -9, none was blocked.`)
    const last = await trial.start()
    const stopRequestedAt = performance.now()
    const exitCode = await last.stop('SIGTERM')
    assertThat(exitCode === 0 && performance.now() - stopRequestedAt <= STOP_TIMEOUT_MS, `SIGTERM: code ${exitCode}`)
    log('SIGTERM: exited with code 0.')
  } finally {
    await trial.remove()
  }
}
