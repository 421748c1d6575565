import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { month } from '#domain/month.ts'
import { skipUntil } from '#server/compensation/close/skip-months.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { verifyShop } from '#server/verify/verify-shop.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { commandLineForSuite } from '#test/command-line.ts'
import { createExample } from '#test/example-shop.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { approveAs, makeStaff } from '#test/staff.ts'

const march = month('2026-03')

describe('payouts from the command line', () => {
  const { connection, shop } = commandLineForSuite()
  const rows = async (text: string) => (await connection().pool.query(text)).rows
  const payout = (...words: string[]) => shop('payout', ...words, '--by', 'owner@shop.example')
  const storeLimit = (amount: string) =>
    inTransaction(connection().db, (trx) => storeSetting(trx, 'refund_approval_above', amount))
  let [first, second, third] = ['', '', '']
  beforeAll(async () => {
    await createExample(connection(), 'example-1')
    await inTransaction(connection().db, (trx) => skipUntil(trx, march, Date.now()))
  })

  it('are listed once the month is closed, with destination or the reason for none', async () => {
    expect(await payout('list', '2026-03')).toEqual({ code: 1, output: '2026-03 is not closed or has no payouts.\n' })
    expect((await payout('list', 'March')).output).toContain('is not a valid month')
    await closeWithDefaults(connection(), march, { now: Date.parse('2026-04-06T04:00:00Z') })
    const numbers = await rows('select member_no from payouts join users on id = member_id order by member_id')
    ;[first, second, third] = numbers.map(({ member_no }) => member_no)
    await setPayoutMethods(connection())
    const { code, output } = await payout('list', '2026-03')
    const lines = output.trim().split('\n')
    expect([code, lines.length]).toEqual([0, 5])
    expect(lines[0]).toMatch(new RegExp(`^${first}\t[^\t]+\t\\$247\\.21\tdue\tquickpay: \\(201\\) 555-01\\d\\d$`))
  })

  it('are held, released, failed and sent, each with an audit entry', async () => {
    expect(await payout('hold', '2026-03', first, '--reason', 'Asked us to')).toMatchObject({ code: 0 })
    expect((await payout('hold', '2026-03', first, '--reason', 'Again')).output).toBe(
      'This payout is already on hold.\n',
    )
    expect((await payout('list', '2026-03', '--state', 'held')).output).toMatch(/held\t.*, Asked us to\n$/)
    const [{ email }] = await rows(`select email from users where member_no = '${first}'`)
    expect(await payout('release', '2026-03', email.toUpperCase())).toMatchObject({ code: 0 })
    expect(await payout('fail', '2026-03', second, '--reason', 'No such number.')).toMatchObject({ code: 0 })
    expect((await payout('send', '2026-03', second, '--method', 'quickpay')).output).toContain(
      'isn’t marked as paid yet',
    )
    const [{ ready }] = await rows(`select sum(amount_cents)::int as ready from payouts where state = 'due'`)
    expect((await shop('month', 'pay', '2026-03', '--total', (ready / 100).toFixed(2))).output).toContain(
      '1 payout open',
    )

    expect((await payout('send', '2026-03', second, '--method', 'check')).output).toContain('different payment method')
    expect((await payout('send', '2026-03', second, '--method', 'cash')).output).toContain('Enter how it was paid')
    expect(await payout('send', '2026-03', second, '--method', 'cash', '--reference', 'Receipt 7')).toMatchObject({
      code: 0,
    })
    expect(await payout('fail', '2026-03', third, '--reason', 'It came back.')).toMatchObject({ code: 0 })
    expect((await payout('send', '2026-03', 'nobody', '--method', 'check')).output).toContain(
      'has no payout for nobody',
    )
    const { output } = await payout('history', '2026-03', second)
    expect(output.split('\n').map((line) => line.split('\t')[1])).toEqual([
      expect.anything(),
      'failed',
      'paid',
      undefined,
    ])
    expect(output).toContain('Receipt 7')

    const entries = await rows(`select action, actor_name from audit_entries where action like 'payout.%' order by id`)
    expect(entries.map(({ action }) => action)).toEqual([
      'payout.held',
      'payout.released',
      'payout.failed',
      'payout.paid',
      'payout.failed',
    ])
    expect(new Set(entries.map(({ actor_name }) => actor_name))).toEqual(new Set(['owner@shop.example']))
    const mails = await rows(
      `select data ->> 'mail' as mail, count(*)::int as n from pgboss.job where data ->> 'mail' like 'payout_%' group by 1 order by 1`,
    )
    expect(mails).toEqual([
      { mail: 'payout_failed', n: 2 },
      { mail: 'payout_sent', n: 1 },
    ])
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('above the setting are sent manually by two people: the same command executes it after approval', async () => {
    const { db } = connection()
    const owner = await makeStaff(db, 'owner', { email: 'owner@shop.example' })
    const manager = await makeStaff(db, 'manager')
    await storeLimit('1.00')
    const send = ['send', '2026-03', third, '--method', 'other', '--reference', 'By wire']
    expect(await shop('payout', ...send, '--reason', 'No account')).toMatchObject({
      code: 1,
      output: 'This needs two people. Name the proposer with --by EMAIL.\n',
    })
    expect((await payout(...send)).output).toBe('Give a reason with --reason.\n')
    const proposed = await payout(...send, '--reason', 'No account')
    expect(proposed).toMatchObject({ code: 0, output: expect.stringContaining('Then run the same command again.') })
    const [{ id }] = await rows('select id from approvals')
    const jobs = await startJobs(connection(), (error) => {
      throw error
    })
    expect(await approveAs(db, owner.actor, id, jobs)).toEqual({ ok: true, state: 'proposed' })
    expect(await approveAs(db, manager.actor, id, jobs)).toEqual({ ok: true, state: 'approved' })
    await jobs.stop()
    const sent = await payout(...send, '--reason', 'No account')
    expect(sent).toMatchObject({ code: 0, output: expect.stringContaining('is marked as sent') })
    expect((await payout('history', '2026-03', third)).output).toContain('No account, By wire')
    await payout('fail', '2026-03', third, '--reason', 'It came back.')
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
  })

  it('are totaled per member and year', async () => {
    const year = new Date().getFullYear()
    const { output } = await payout('payees', String(year))
    expect(output).toMatch(new RegExp(`^${first}\t[^\t]+\t\\$247\\.21\tno W-9\t–\n`))
    expect((await payout('payees', String(year), '--only', 'reportable')).output).toBe('')
    expect((await payout('payees', 'all')).code).toBe(1)
  })
})
