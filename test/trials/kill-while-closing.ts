import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createNetwork, march, readFiles, withStoppedShop } from './closed-network.ts'
import { killWhileClosingByPage } from './kill-while-closing-by-page.ts'
import { assertThat, createTrialShop, log, runCommand } from './trial-shop.ts'

const KILLS = Number(process.env.KILLS ?? 40)
const DELAY_FACTOR = 1.2

/**
 * Kills the command line at random moments while it closes a month. Afterward the month is open, or closed with the
 * previewed figures; the next close succeeds despite anything the killed ones left behind.
 */
async function killCommand(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const { environment } = trial
  try {
    const expected = await withStoppedShop(environment, async (connection) => {
      await createNetwork(connection)
      return readFiles(connection, environment)
    })
    let [killed, closedCount, leftovers] = [0, 0, 0]
    /**
     * Duration of the first close, which is not interrupted; later ones are killed within slightly more, so that every
     * phase is covered.
     */
    let closeMs: number | undefined
    while (killed < KILLS) {
      const started = performance.now()
      const child = spawn(process.execPath, ['src/server/shop.ts', 'month', 'close', march], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const hasFinished = await finishesWithin(
        child,
        closeMs === undefined ? undefined : Math.random() * DELAY_FACTOR * closeMs,
      )
      if (!hasFinished) killed++
      closeMs ??= performance.now() - started
      await withStoppedShop(environment, async (connection) => {
        const { rows } = await connection.pool.query(
          `select closed_at is not null as closed, exists (select 1 from bonus_lines) as written from months where month = $1`,
          [march],
        )
        const closed = rows[0]?.closed === true
        assertThat(!hasFinished || closed, 'a close ended without closing the month')
        if (!closed) {
          if (rows[0]?.written) leftovers++
          return
        }
        closedCount++
        assertThat((await readFiles(connection, environment)) === expected, 'a closed month differs from its preview')
        await createNetwork(connection)
      })
      if (killed > 0 && killed % 10 === 0)
        log(`${killed} kills, ${closedCount} closed, ${leftovers} left something behind`)
    }
    await runCommand(environment, 'month', 'close', march)
    await withStoppedShop(environment, async (connection) => {
      assertThat((await readFiles(connection, environment)) === expected, 'the last close differs from its preview')
    })
    log(`${killed} kills, ${closedCount} closed before, ${leftovers} left something behind; the last close succeeded.`)
    const verify = await runCommand(environment, 'verify')
    log(verify)
  } finally {
    await trial.remove()
  }
}

/** Kills closes by the command and by the page; `BY=page` and `BY=command` select one of them. */
export async function killWhileClosing(engine: 'embedded' | 'postgres'): Promise<void> {
  if (process.env.BY !== 'page') await killCommand(engine)
  if (process.env.BY !== 'command') await killWhileClosingByPage(engine)
}

/** Kills it after this time; never if undefined. */
async function finishesWithin(child: ChildProcess, ms: number | undefined): Promise<boolean> {
  const exited = once(child, 'exit')
  await (ms === undefined ? exited : Promise.race([exited, pause(ms)]))
  const hasFinished = child.exitCode !== null
  if (!hasFinished) child.kill('SIGKILL')
  await exited
  return hasFinished
}
