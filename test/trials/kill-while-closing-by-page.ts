import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { Client } from '../../bench/support/client.ts'
import { signInStaff } from './clerk.ts'
import { march, onClosedDatabase, plantNetwork, readFiles } from './closed-network.ts'
import { makeTrialShop, onDatabase, require, say } from './shop-for-trial.ts'

const KILLS = Number(process.env.KILLS ?? 40)
const LOOK_EVERY_MS = 50
const PATH = `/admin/months/${march}`

type Trial = Awaited<ReturnType<typeof makeTrialShop>>
type ManagedMonth = AdminAnswer<'managedMonth'>

/**
 * Kills the server at random moments while it closes a month requested by the page. After each restart, the page
 * shows the correct state: closed or being closed, and never a request to close it again. In the end each month is
 * closed once, as previewed, with the payouts of its cards.
 */
export async function killWhileClosingByPage(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine, 'trial_page')
  const { environment } = trial
  try {
    const expected = await onClosedDatabase(environment, async (connection) => {
      await plantNetwork(connection)
      return readFiles(connection, environment)
    })
    const killed = { asked: 0, running: 0, ended: 0 }
    let closes = 0
    /** Duration of the first close, which is not interrupted. */
    let closeMs = 0
    while (killed.running < KILLS) {
      const done = await closeOnce(trial, closeMs)
      closeMs ||= done.ms
      for (const state of ['asked', 'running', 'ended'] as const) killed[state] += done[state]
      closes++
      await onClosedDatabase(environment, async (connection) => {
        require((await readFiles(connection, environment)) === expected, 'a closed month differs from its preview')
        const { rows } = await connection.pool.query(
          `select (select count(*)::int from audit_entries where action = 'month.closed') as closes,
             (select count(*)::int from month_runs where kind = 'close') as runs,
             (select count(*)::int from payouts) as payouts,
             (select coalesce(sum(amount_cents), 0)::bigint from payouts) as paid,
             (select count(*)::int from cards where month = $1 and payable_cents > 0) as payable,
             (select coalesce(sum(payable_cents), 0)::bigint from cards where month = $1) as due`,
          [march],
        )
        const [{ closes: written, runs, payouts, paid, payable, due }] = rows
        require(written === closes, `${written} closes were logged, not ${closes}`)
        require(runs === 1, `${runs} closes were requested, not one`)
        require(payouts > 0 && payouts === payable && String(paid) === String(due), 'payouts differ from the cards')
      })
      const verified = await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'verify'], {
        env: { ...process.env, ...environment },
      })
      const { asked, running, ended } = killed
      say(
        `${closes} closes by the page; killed ${asked} before, ${running} during, ${ended} after. ${verified.stdout.trim()}`,
      )
      await onClosedDatabase(environment, plantNetwork)
    }
  } finally {
    await trial.remove()
  }
}

/**
 * Requests the close once, and kills the server repeatedly until it is done, each time within this period; 0 waits for
 * it. Counts the states in which it was killed.
 */
async function closeOnce(trial: Trial, killWithinMs: number) {
  const killed = { asked: 0, running: 0, ended: 0, ms: 0 }
  for (let isAsked = false; ; ) {
    const shop = await trial.start({ DEMO: 'off' })
    const client = new Client(shop.port, 2)
    try {
      const owner = await signIn(trial, client)
      if (!isAsked) {
        await ask(client, owner, 'preview', {})
        const { preview } = await lookUntil(client, owner, ({ run }) => run === null)
        require(preview?.is_current === true, 'the month was not previewed')
        await ask(client, owner, 'close', { preview_id: preview?.id, reason: 'It has settled' })
        isAsked = true
      } else if ((await lookAtTruth(trial, client, owner)).state === 'closed') {
        await shop.stop()
        return killed
      }
      if (killWithinMs === 0) {
        const began = performance.now()
        await lookUntil(client, owner, ({ state, run }) => state === 'closed' && run === null)
        await shop.stop()
        return { ...killed, ms: performance.now() - began }
      }
      await pause(Math.random() * killWithinMs)
      const { state, run } = await look(client, owner)
      killed[state === 'closed' ? 'ended' : run?.state === 'queued' ? 'asked' : 'running']++
      await shop.stop('SIGKILL')
    } finally {
      client.close()
    }
  }
}

/** Checks what a returning user sees: a month that is not closed is being closed, without another request. */
async function lookAtTruth(trial: Trial, client: Client, owner: Owner): Promise<ManagedMonth> {
  const seen = await look(client, owner)
  const { rows } = await onDatabase(trial, (pool) =>
    pool.query('select closed_at is not null as closed from months where month = $1', [march]),
  )
  if (seen.state === 'closed') {
    require(rows[0]?.closed === true, 'the page says closed, but the month is open')
    require(seen.sums !== null &&
      seen.payouts?.due.amount === seen.sums.payable, 'the payouts differ from the amount due')
    require(seen.run === null || seen.run.kind === 'close', 'a closed month has another run in progress')
    return seen
  }
  require(seen.run?.kind === 'close', `the page shows no close in progress, but ${JSON.stringify(seen.last_run)}`)
  const payouts = await client.send('GET', `${PATH}/payouts.json`, headersOf(owner))
  // It may have been closed in the meantime.
  require(payouts.status === 404 || (await look(client, owner)).state === 'closed', 'an open month shows payouts')
  return seen
}

type Owner = { cookie: string; csrf: string }

async function signIn({ environment }: Trial, client: Client): Promise<Owner> {
  const visitor = await client.visit()
  return { ...visitor, cookie: `${visitor.cookie}; ${await signInStaff(environment, 'owner')}` }
}

const headersOf = ({ cookie }: Owner) => ({ accept: 'application/json', cookie })

async function look(client: Client, owner: Owner): Promise<ManagedMonth> {
  const { status, body } = await client.send('GET', `${PATH}.json`, headersOf(owner))
  require(status === 200, `the month's page returned ${status} ${body}`)
  return JSON.parse(body)
}

async function lookUntil(client: Client, owner: Owner, isSo: (month: ManagedMonth) => boolean): Promise<ManagedMonth> {
  for (;;) {
    const seen = await look(client, owner)
    if (isSo(seen)) return seen
    await pause(LOOK_EVERY_MS)
  }
}

async function ask(client: Client, owner: Owner, verb: 'preview' | 'close', body: object): Promise<void> {
  const { status, body: said } = await client.post(`${PATH}/${verb}`, owner, body)
  require(status === 200, `${verb} returned ${status} ${said}`)
}
