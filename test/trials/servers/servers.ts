import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { require, say } from '../shop-for-trial.ts'
import { countTogether, showChanges, signInAndOut } from './agreement.ts'
import { approveAgainstChange, bookOneNotice, buyTheLast, closeTwice, submitTwice } from './races.ts'
import { startTwoServers } from './two-servers.ts'

/**
 * Two app servers with two web processes each on one PostgreSQL: every race across all four has one result and everyone
 * else gets a refusal; a change on one is visible on all within a second; sessions and limits are shared.
 */
export async function servers(): Promise<void> {
  const running = await startTwoServers()
  try {
    const before = running.processorTimes()
    require(before.size === 4, `${before.size} web processes, expected four`)
    for (const part of [signInAndOut, countTogether, submitTwice, buyTheLast, bookOneNotice, approveAgainstChange]) {
      await part(running)
    }
    await closeTwice(running)
    await showChanges(running)
    const used = [...running.processorTimes()].map(([pid, seconds]) => seconds - (before.get(pid) ?? Number.NaN))
    say(`CPU time of the four web processes: ${used.map((seconds) => seconds.toFixed(2)).join(', ')} s.`)
    require(used.length === 4 && used.every((seconds) => seconds > 0), 'not all four handled requests')
    const { stdout } = await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'verify'], {
      env: { ...process.env, ...running.environment },
    })
    say(stdout.trim())
  } finally {
    await running.close()
  }
}
