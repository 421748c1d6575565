import { setTimeout as pause } from 'node:timers/promises'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { Client } from '../../bench/support/client.ts'
import { signInStaff } from './clerk.ts'
import { createNetwork, march, readFiles, withStoppedShop } from './closed-network.ts'
import { assertThat, createTrialShop, log, runCommand, withDatabase } from './trial-shop.ts'

const KILLS = Number(process.env.KILLS ?? 40)
const POLL_MS = 50
const PATH = `/admin/months/${march}`

type Trial = Awaited<ReturnType<typeof createTrialShop>>
type ManagedMonth = AdminResponse<'managedMonth'>

/**
 * Kills the server at random moments while it closes a month requested by the page. After each restart, the page
 * shows the correct state: closed or being closed, and never a request to close it again. In the end each month is
 * closed once, as previewed, with the payouts of its cards.
 */
export async function killWhileClosingByPage(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine, 'trial_page')
  const { environment } = trial
  try {
    const expected = await withStoppedShop(environment, async (connection) => {
      await createNetwork(connection)
      return readFiles(connection, environment)
    })
    const kills = { requested: 0, running: 0, finished: 0 }
    let closes = 0
    /** Duration of the first close, which is not interrupted. */
    let closeMs = 0
    while (kills.running < KILLS) {
      const result = await closeWithKills(trial, closeMs)
      closeMs ||= result.ms
      for (const state of ['requested', 'running', 'finished'] as const) kills[state] += result[state]
      closes++
      await withStoppedShop(environment, async (connection) => {
        assertThat((await readFiles(connection, environment)) === expected, 'a closed month differs from its preview')
        const { rows } = await connection.pool.query(
          `select (select count(*)::int from audit_entries where action = 'month.closed') as closes,
             (select count(*)::int from month_runs where kind = 'close') as runs,
             (select count(*)::int from payouts) as payouts,
             (select coalesce(sum(amount_cents), 0)::bigint from payouts) as paid,
             (select count(*)::int from cards where month = $1 and payable_cents > 0) as payable,
             (select coalesce(sum(payable_cents), 0)::bigint from cards where month = $1) as due`,
          [march],
        )
        const [{ closes: loggedCloses, runs, payouts, paid, payable, due }] = rows
        assertThat(loggedCloses === closes, `${loggedCloses} closes were logged, not ${closes}`)
        assertThat(runs === 1, `${runs} closes were requested, not one`)
        assertThat(payouts > 0 && payouts === payable && String(paid) === String(due), 'payouts differ from the cards')
      })
      const verified = await runCommand(environment, 'verify')
      const { requested, running, finished } = kills
      log(`${closes} closes by the page; killed ${requested} before, ${running} during, ${finished} after. ${verified}`)
      await withStoppedShop(environment, createNetwork)
    }
  } finally {
    await trial.remove()
  }
}

/**
 * Requests the close once, and kills the server repeatedly until it is done, each time within this period; 0 waits for
 * it. Counts the states in which it was killed.
 */
async function closeWithKills(trial: Trial, maxDelayMs: number) {
  const kills = { requested: 0, running: 0, finished: 0, ms: 0 }
  for (let isRequested = false; ; ) {
    const shop = await trial.start({ DEMO: 'off' })
    const client = new Client(shop.port, 2)
    try {
      const owner = await signIn(trial, client)
      if (!isRequested) {
        await sendRequest(client, owner, 'preview', {})
        const { preview, version } = await waitForMonth(client, owner, ({ run }) => run === null)
        assertThat(preview?.is_current === true, 'the month was not previewed')
        await sendRequest(client, owner, 'close', { expected_version: version, reason: 'It has settled' })
        isRequested = true
      } else if ((await readConsistentMonth(trial, client, owner)).state === 'closed') {
        await shop.stop()
        return kills
      }
      if (maxDelayMs === 0) {
        const started = performance.now()
        await waitForMonth(client, owner, ({ state, run }) => state === 'closed' && run === null)
        await shop.stop()
        return { ...kills, ms: performance.now() - started }
      }
      await pause(Math.random() * maxDelayMs)
      const { state, run } = await readMonth(client, owner)
      kills[state === 'closed' ? 'finished' : run?.state === 'queued' ? 'requested' : 'running']++
      await shop.stop('SIGKILL')
    } finally {
      client.close()
      // Running only if a check failed.
      await shop.stop('SIGKILL')
    }
  }
}

/** Checks what a returning user sees: a month that is not closed is being closed, without another request. */
async function readConsistentMonth(trial: Trial, client: Client, owner: Owner): Promise<ManagedMonth> {
  const shownMonth = await readMonth(client, owner)
  const { rows } = await withDatabase(trial, (pool) =>
    pool.query('select closed_at is not null as closed from months where month = $1', [march]),
  )
  if (shownMonth.state === 'closed') {
    assertThat(rows[0]?.closed === true, 'the page says closed, but the month is open')
    assertThat(
      shownMonth.sums !== null && shownMonth.payouts?.due.amount === shownMonth.sums.payable,
      'the payouts differ from the amount due',
    )
    assertThat(shownMonth.run === null || shownMonth.run.kind === 'close', 'a closed month has another run in progress')
    return shownMonth
  }
  assertThat(
    shownMonth.run?.kind === 'close',
    `the page shows no close in progress, but ${JSON.stringify(shownMonth.last_run)}`,
  )
  const payouts = await client.send('GET', `${PATH}/payouts.json`, toHeaders(owner))
  // It may have been closed in the meantime.
  assertThat(
    payouts.status === 404 || (await readMonth(client, owner)).state === 'closed',
    'an open month shows payouts',
  )
  return shownMonth
}

type Owner = { cookie: string; csrf: string }

async function signIn({ environment }: Trial, client: Client): Promise<Owner> {
  const visitor = await client.visit()
  return { ...visitor, cookie: `${visitor.cookie}; ${await signInStaff(environment, 'owner')}` }
}

const toHeaders = ({ cookie }: Owner) => ({ accept: 'application/json', cookie })

async function readMonth(client: Client, owner: Owner): Promise<ManagedMonth> {
  const { status, body } = await client.send('GET', `${PATH}.json`, toHeaders(owner))
  assertThat(status === 200, `the month's page returned ${status} ${body}`)
  return JSON.parse(body)
}

async function waitForMonth(
  client: Client,
  owner: Owner,
  predicate: (month: ManagedMonth) => boolean,
): Promise<ManagedMonth> {
  for (;;) {
    const shownMonth = await readMonth(client, owner)
    if (predicate(shownMonth)) return shownMonth
    await pause(POLL_MS)
  }
}

async function sendRequest(client: Client, owner: Owner, action: 'preview' | 'close', body: object): Promise<void> {
  const { status, body: responseBody } = await client.post(`${PATH}/${action}`, owner, body)
  assertThat(status === 200, `${action} returned ${status} ${responseBody}`)
}
