import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { march, onClosedDatabase, plantNetwork, readFiles } from './closed-network.ts'
import { killWhileClosingByPage } from './kill-while-closing-by-page.ts'
import { makeTrialShop, require, say } from './shop-for-trial.ts'

const KILLS = Number(process.env.KILLS ?? 40)
const MARGIN = 1.2

/**
 * Kills the command line at random moments while it closes a month. Afterward the month is open, or closed with the
 * previewed figures; the next close succeeds despite anything the killed ones left behind.
 */
async function killCommand(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const { environment } = trial
  try {
    const expected = await onClosedDatabase(environment, async (connection) => {
      await plantNetwork(connection)
      return readFiles(connection, environment)
    })
    let [killed, finished, leftovers] = [0, 0, 0]
    /**
     * Duration of the first close, which is not interrupted; later ones are killed within slightly more, so that every
     * phase is covered.
     */
    let closeMs: number | undefined
    while (killed < KILLS) {
      const began = performance.now()
      const child = spawn(process.execPath, ['src/server/shop.ts', 'month', 'close', march], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const ended = await endedWithin(child, closeMs === undefined ? undefined : Math.random() * MARGIN * closeMs)
      if (!ended) killed++
      closeMs ??= performance.now() - began
      await onClosedDatabase(environment, async (connection) => {
        const { rows } = await connection.pool.query(
          `select closed_at is not null as closed, exists (select 1 from bonus_lines) as written from months where month = $1`,
          [march],
        )
        const closed = rows[0]?.closed === true
        require(!ended || closed, 'a close ended without closing the month')
        if (!closed) {
          if (rows[0]?.written) leftovers++
          return
        }
        finished++
        require((await readFiles(connection, environment)) === expected, 'a closed month differs from its preview')
        await plantNetwork(connection)
      })
      if (killed > 0 && killed % 10 === 0)
        say(`${killed} kills, ${finished} closed, ${leftovers} left something behind`)
    }
    await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'month', 'close', march], {
      env: { ...process.env, ...environment },
    })
    await onClosedDatabase(environment, async (connection) => {
      require((await readFiles(connection, environment)) === expected, 'the last close differs from its preview')
    })
    say(`${killed} kills, ${finished} closed before, ${leftovers} left something behind; the last close succeeded.`)
    const verify = await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'verify'], {
      env: { ...process.env, ...environment },
    })
    say(verify.stdout.trim())
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
async function endedWithin(child: ChildProcess, ms: number | undefined): Promise<boolean> {
  const exited = once(child, 'exit')
  await (ms === undefined ? exited : Promise.race([exited, pause(ms)]))
  const ended = child.exitCode !== null
  if (!ended) child.kill('SIGKILL')
  await exited
  return ended
}
