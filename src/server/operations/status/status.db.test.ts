import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { verifyNightly } from '#server/operations/verify/verify.jobs.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { cleanOperations } from './clean-operations.ts'
import { findMetrics } from './metrics.queries.ts'
import { recordOperation } from './record-operation.ts'
import { emailNewAlerts } from './status.jobs.ts'
import { writeStatusMail } from './status-mail.ts'

const DAY_MS = 24 * 60 * 60 * 1000

databaseTest('the status of the shop', (connection) => {
  const suite = appForSuite(connection)
  const query = async (readMetricsText: string, values: unknown[] = []) =>
    (await connection().pool.query(readMetricsText, values)).rows
  const record = (...args: [kind: 'backup' | 'verify' | 'clean', about?: { findings?: number; note?: string }]) =>
    inTransaction(connection().db, (trx) => recordOperation(trx, ...args))
  const statusMails = () => query(`select data from pgboss.job where name = 'mail' and data ->> 'mail' = 'status'`)
  const signInAs = async (role: Role) => {
    const { id } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }
  const readChecks = async () => {
    const owner = await signInAs('owner')
    const response = await owner.get('/admin/status.json')
    expect(response.statusCode, response.body).toBe(200)
    const checks = response.json().checks as { check: string; state: string; message: string; advice: string | null }[]
    return Object.fromEntries(checks.map((check) => [check.check, check]))
  }
  const setShopEmail = async (value: string) => {
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'shop_email', value))
    await suite().services.settings.reload()
  }

  it('is available to owners; a new shop has no backup yet, and everything else is healthy or pending', async () => {
    for (const role of ['clerk', 'manager'] as const) {
      expect((await (await signInAs(role)).get('/admin/status.json')).statusCode).toBe(403)
    }
    // The metrics follow within moments, or somewhat later on a busy machine.
    await expect.poll(async () => (await readChecks()).live).toMatchObject({ state: 'ok' })
    const checks = await readChecks()
    expect(checks.backup).toMatchObject({ state: 'warning', message: 'No backup has been made yet.' })
    expect(checks.verify).toMatchObject({ state: 'unknown' })
    for (const name of ['mails', 'newsletters', 'jobs', 'audit', 'live', 'files']) {
      expect(checks[name], name).toMatchObject({ state: 'ok', advice: null })
    }
  })

  it('works before the first start has created the queues, as after a restore', async () => {
    const { queues } = await inTransaction(connection().db, async (trx) => {
      await sql`alter table pgboss.job rename to job_elsewhere`.execute(trx)
      const metrics = await findMetrics(trx)
      await sql`alter table pgboss.job_elsewhere rename to job`.execute(trx)
      return metrics
    })
    expect(queues).toEqual([])
  })

  it('reports the latest operations and their results', async () => {
    await record('backup', { note: 'pgBackRest, full' })
    await record('clean')
    await record('verify', { findings: 2, note: 'Order 1: something.' })
    const checks = await readChecks()
    expect(checks.backup).toMatchObject({ state: 'ok', message: expect.stringContaining('pgBackRest, full') })
    expect(checks.clean).toMatchObject({ state: 'ok' })
    expect(checks.verify).toMatchObject({
      state: 'critical',
      message: expect.stringContaining('2 things did not add up'),
    })
    await record('verify')
    expect((await readChecks()).verify).toMatchObject({ state: 'ok' })
  })

  it('reports failed jobs, jobs without a worker, and emails that no server accepts', async () => {
    const old = `now() - interval '4 hours'`
    await query(`insert into pgboss.job (name, state, created_on, start_after, completed_on) values
      ('unpaid', 'failed', ${old}, ${old}, now()), ('licenses', 'created', ${old}, ${old}, null)`)
    await query(`insert into pgboss.job (name, state, data, created_on, start_after, retry_count) values
      ('mail', 'retry', '{"mail": "todo", "todo": true}', ${old}, ${old}, 5)`)
    try {
      const checks = await readChecks()
      expect(checks.jobs).toMatchObject({ state: 'critical', message: expect.stringContaining('unpaid (1)') })
      expect(checks.mails).toMatchObject({
        state: 'critical',
        message: expect.stringMatching(/the oldest for 4 hours/),
      })
      await query(`delete from pgboss.job where state = 'failed'`)
      expect((await readChecks()).jobs?.message).toMatch(/licenses, due for 4 hours/)
    } finally {
      await query(`delete from pgboss.job where created_on < now() - interval '3 hours'`)
    }
    expect((await readChecks()).jobs).toMatchObject({ state: 'ok' })
  })

  it('is checked every night and emails each problem once until it is resolved', async () => {
    const { services } = suite()
    await setShopEmail('shop@example.com')
    await verifyNightly(services)
    expect((await readChecks()).verify).toMatchObject({ state: 'ok' })
    expect(await statusMails()).toEqual([])

    const { id } = await makeProduct(connection().db, { stock: 5 })
    await query('alter table stock_movements disable trigger user')
    await query(`alter table products disable trigger user`)
    await query('update products set stock = 6 where id = $1', [id])
    await verifyNightly(services)
    await verifyNightly(services)
    await emailNewAlerts(services)
    expect((await readChecks()).verify).toMatchObject({
      state: 'critical',
      message: expect.stringContaining(String(id)),
    })
    expect(await statusMails()).toEqual([{ data: { mail: 'status', todo: true } }])
    const mail = await writeStatusMail(services)
    expect(mail).toMatchObject({ to: 'shop@example.com' })
    expect(JSON.stringify(mail?.values)).toMatch(/did not add up.*npm run shop -- verify.*\/admin\/status/s)

    await query('update products set stock = 5 where id = $1', [id])
    await query('alter table products enable trigger user')
    await query('alter table stock_movements enable trigger user')
    await verifyNightly(services)
    await emailNewAlerts(services)
    expect(await query('select check_name from status_alerts')).toEqual([])
    expect(await writeStatusMail(services)).toBeUndefined()
    await record('verify', { findings: 1, note: 'again' })
    await emailNewAlerts(services)
    expect(await statusMails()).toHaveLength(2)
    await record('verify')
    await emailNewAlerts(services)
    await query(`delete from pgboss.job where data ->> 'mail' = 'status'`)
  })

  it('sends no email if the shop has no email address', async () => {
    await setShopEmail('')
    await record('verify', { findings: 1, note: 'x' })
    await emailNewAlerts(suite().services)
    expect(await statusMails()).toEqual([])
    expect(await writeStatusMail(suite().services)).toBeUndefined()
    await record('verify')
    await emailNewAlerts(suite().services)
  })

  it('provides metrics for external monitoring', async () => {
    const readMetricsText = async () => (await suite().app.inject('/metrics')).body
    const metricsText = await readMetricsText()
    for (const name of [
      'database_up',
      'orders_last_hour',
      'payments_today',
      'disk_free_bytes',
      'backup_age_seconds',
      'file_store_up',
    ]) {
      expect(metricsText, name).toMatch(new RegExp(`^${name} \\d`, 'm'))
    }
    expect(metricsText).toMatch(/^month_cache_lag_seconds \d/m)
    expect(metricsText).toMatch(/^health_check_status\{check="backup"\} 0$/m)
    expect(metricsText).toMatch(/^database_pool_connections\{state="waiting"\} \d/m)
    expect(metricsText).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  it('stores the latest operation of each kind forever, and the others for a few months', async () => {
    await query('delete from operations')
    await record('backup', { note: 'first' })
    await record('backup', { note: 'second' })
    await record('clean')
    await cleanOperations(connection().db)
    expect(await query('select kind, note from operations order by id')).toHaveLength(3)
    await cleanOperations(connection().db, Date.now() + 100 * DAY_MS)
    expect(await query('select kind, note from operations order by id')).toEqual([
      { kind: 'backup', note: 'second' },
      { kind: 'clean', note: '' },
    ])
  })
})
