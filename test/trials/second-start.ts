import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../bench/support/server.ts'
import { makeTrialShop, require, say } from './shop-for-trial.ts'

const REFUSED_WITHIN_MS = 5_000
const STOPPED_WITHIN_MS = 10_000
const KILLS = Number(process.env.KILLS ?? 20)

/**
 * docs/security G6: a second shop on the same data directory is refused while the first continues; a killed one never
 * blocks the next.
 */
export async function secondStart(): Promise<void> {
  const trial = await makeTrialShop('embedded')
  try {
    const shop = await trial.start()
    const started = performance.now()
    const second = spawn(process.execPath, ['src/server/main.ts'], {
      env: { ...process.env, ...trial.environment, NODE_ENV: 'production', PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let sentence = ''
    second.stderr.on('data', (part) => {
      sentence += part
    })
    const [code] = await once(second, 'exit')
    const ms = performance.now() - started
    require(code !== 0 && ms <= REFUSED_WITHIN_MS, `the second start ended with ${code} after ${ms} ms`)
    require(sentence.includes('is in use') && sentence.trim().split('\n').length === 1, `it printed: ${sentence}`)
    require((await fetch(`${shop.url}/cart.json`)).ok, 'the first shop stopped responding')
    say(`Refused after ${(ms / 1000).toFixed(1)} s: ${sentence.trim()}`)
    await shop.stop('SIGKILL')
    for (let kill = 0; kill < KILLS; kill++) await (await trial.start()).stop('SIGKILL')
    say(`${KILLS + 1} starts after kill -9, none was blocked.`)
    const last = await trial.start()
    const asked = performance.now()
    const ended = await last.stop('SIGTERM')
    require(ended === 0 && performance.now() - asked <= STOPPED_WITHIN_MS, `SIGTERM: code ${ended}`)
    say('SIGTERM: ended with code 0.')
  } finally {
    await trial.remove()
  }
}
