import { assertThat, log, runCommand } from '../trial-shop.ts'
import { approveAgainstChange, bookOneTransaction, buyLastUnit, closeTwice, submitTwice } from './races.ts'
import { checkPropagation, checkSharedLimits, checkSharedSessions } from './shared-state.ts'
import { startTwoServers } from './two-servers.ts'

/**
 * Two app servers with two web processes each on one PostgreSQL: every race across all four has one result and everyone
 * else gets a refusal; a change on one is visible on all within a second; sessions and limits are shared.
 */
export async function servers(): Promise<void> {
  const twoServers = await startTwoServers()
  try {
    const before = twoServers.readCpuTimes()
    assertThat(before.size === 4, `${before.size} web processes, expected four`)
    for (const scenario of [
      checkSharedSessions,
      checkSharedLimits,
      submitTwice,
      buyLastUnit,
      bookOneTransaction,
      approveAgainstChange,
    ]) {
      await scenario(twoServers)
    }
    await closeTwice(twoServers)
    await checkPropagation(twoServers)
    const cpuSeconds = [...twoServers.readCpuTimes()].map(([pid, seconds]) => seconds - (before.get(pid) ?? Number.NaN))
    log(`CPU time of the four web processes: ${cpuSeconds.map((seconds) => seconds.toFixed(2)).join(', ')} s.`)
    assertThat(cpuSeconds.length === 4 && cpuSeconds.every((seconds) => seconds > 0), 'not all four handled requests')
    const output = await runCommand(twoServers.environment, 'verify')
    log(output)
  } finally {
    await twoServers.close()
  }
}
