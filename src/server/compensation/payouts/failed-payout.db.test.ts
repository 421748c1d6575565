import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { sumReady } from './find-totals.ts'
import { listPayouts, streamPayouts } from './list-payouts.ts'

const march = month('2026-03')

databaseTest('a payee whose last payout failed', (connection) => {
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const { db } = { db: () => connection().db }
  const readList = async (id: number) => (await listPayouts(db(), { month: march, member: id }, new Date())).data[0]
  const readFileColumns = async (id: number) => {
    const [{ member_no }] = await query('select member_no from users where id = $1', [id])
    let file = ''
    for await (const payable of streamPayouts(db(), march, new Date())) file += payable
    return file
      .split('\n')
      .find((line) => line.startsWith(`2026-03,${member_no},`))
      ?.split(',')[5]
  }
  const insertEntry = (
    id: number,
    kind: string,
    fields: { destination?: string; method?: string; cents?: number } = {},
  ) =>
    query(
      `insert into payout_entries (month, member_id, kind, amount_cents, method, destination, sent_on, reason, made_by)
       values ('2026-02', $1, $2, $3, $4, $5, case when $3::bigint <> 0 then current_date end, case $2::text when 'failed' then 'No such account' else '' end, 'test')`,
      [id, kind, fields.cents ?? 0, fields.method ?? null, fields.destination ?? ''],
    )

  it('gets no more payouts until the destination changes, the payout is retried, or another one succeeds', async () => {
    await createExample(connection(), 'example-1')
    await inTransaction(db(), (trx) => skipMonths(trx, march, Date.now()))
    await closeWithDefaults(connection(), march, { now: Date.parse('2026-04-06T04:00:00Z') })
    await setPayoutMethods(connection())
    const ids = (await query('select member_id from payouts where month = $1 order by 1', [march])).map(
      ({ member_id }) => Number(member_id),
    )
    const readyBefore = await sumReady(db(), march)
    expect(readyBefore.payees).toBe(ids.length)
    const [failed, elsewhere, retried, arrived, handedOver] = ids as [number, number, number, number, number]
    for (const id of ids.slice(0, 5)) {
      await query(`insert into payouts (month, member_id, amount_cents) values ('2026-02', $1, 5000)`, [id])
      const [{ destination }] = await query('select destination from payout_methods where user_id = $1', [id])
      const manualPayout = id === handedOver
      const sent = manualPayout ? { method: 'cash' } : { method: 'quickpay', destination }
      await insertEntry(id, 'paid', { ...sent, cents: 5000 })
      await insertEntry(id, 'failed', { cents: -5000 })
      if (id === retried) await insertEntry(id, 'released')
      if (id === arrived) await insertEntry(id, 'paid', { ...sent, cents: 5000 })
    }
    await query(
      `insert into payout_methods (user_id, kind, destination, set_at, on_hold_until)
       values ($1, 'quickpay', '(201) 555-0999', now() - interval '4 days', now() - interval '1 hour')`,
      [elsewhere],
    )
    expect((await readList(failed))?.block).toEqual({ reason: 'last_failed', until: null })
    expect(await readFileColumns(failed)).toBe('no')
    for (const id of [elsewhere, retried, arrived, handedOver]) {
      expect([id, (await readList(id))?.block, await readFileColumns(id)]).toEqual([id, null, 'yes'])
    }
    const ready = await sumReady(db(), march)
    const amount = (await readList(failed))?.amount as number
    expect(ready).toEqual({
      payees: readyBefore.payees - 1,
      totalCents: readyBefore.totalCents - Math.round(amount * 100),
    })
    // Choosing the same number again is not a new destination.
    await query(
      `insert into payout_methods (user_id, kind, destination, set_at, on_hold_until)
       select user_id, kind, destination, now() - interval '4 days', now() - interval '1 hour' from payout_methods where user_id = $1`,
      [failed],
    )
    expect((await sumReady(db(), march)).payees).toBe(readyBefore.payees - 1)
  })
})
