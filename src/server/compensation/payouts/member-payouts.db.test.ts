import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createExample1, signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'

const march = month('2026-03')

databaseTest('My Payouts', (connection) => {
  const suite = appForSuite(connection)
  const readPayouts = async (id: UserId) =>
    (await (await signInAs(suite, connection(), id)).get('/account/payouts.json')).json()

  it('shows a withheld payout with the minimum of its closed month, whatever the setting is now', async () => {
    const { db } = connection()
    const members = await createExample1(connection())
    const frank = members.get('F') as UserId
    expect(await readPayouts(frank)).toMatchObject({ carried: 0, carried_minimum: 25, minimum_payout: 25 })
    await inTransaction(db, (trx) => skipMonths(trx, march, Date.now()))
    await closeWithDefaults(connection(), march, { now: Date.parse('2026-04-06T04:00:00Z') })
    expect(await readPayouts(frank)).toMatchObject({ carried: 10, carried_minimum: 25, minimum_payout: 25 })
    await inTransaction(db, (trx) => storeSetting(trx, 'minimum_payout', '1.00'))
    await suite().services.settings.reload()
    expect(await readPayouts(frank)).toMatchObject({ carried: 10, carried_minimum: 25, minimum_payout: 1 })
  })
})
