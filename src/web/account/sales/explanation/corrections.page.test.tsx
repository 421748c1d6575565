import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { correctBonus } from '#server/compensation/correction/correct-bonus.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { signInAs } from '#test/create-network.ts'
import { createExample } from '#test/example-shop.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { approveAs, makeStaff } from '#test/staff.ts'

const march = month('2026-03')

pageTest('a bonus correction', (app) => {
  let memberId: UserId
  let authorEmail: string
  beforeAll(async () => {
    const { connection, db, jobs, network } = app().services
    await createExample(connection, 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, march, Date.now()))
    await closeWithDefaults(connection, march, { now: Date.parse('2026-04-06T04:00:00Z') })
    const { rows } = await connection.pool.query(`select id from users where member_no = 'D'`)
    memberId = rows[0].id
    const [author, approver] = [await makeStaff(db, 'manager'), await makeStaff(db, 'owner')]
    authorEmail = author.email
    const input = { memberId, concerns: march, bonus: 'sales', orderNo: 'O5', amountCents: cents(-200) } as const
    const proposed = await inTransaction(db, (trx) =>
      correctBonus(trx, author.actor, { ...input, reason: 'The order was counted twice.' }),
    )
    if (!proposed.ok || proposed.passed) throw new Error('It was not proposed.')
    await approveAs(db, approver.actor, proposed.approvalId, jobs)
    await network.catchUp()
  })

  const findDrawer = () =>
    waitFor(() => {
      const drawer = document.querySelector<HTMLElement>('dialog[open]')
      if (!drawer) throw new Error('No drawer is open.')
      return drawer
    })

  it('is explained to the member with its reason, without its author, and adds to the changes', async () => {
    const member = await signInAs(app, app().services.connection, memberId)
    const { user } = await openShopPage(member, '/account/sales')
    await user.click(await screen.findByRole('button', { name: /^Sales bonus/ }))
    const explanation = within(await findDrawer())
    await explanation.findByText('Correction for March 2026, order O5')
    explanation.getByText('The order was counted twice.')
    expect((await findDrawer()).textContent).not.toContain(authorEmail)
    await user.click(explanation.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())

    await user.click(screen.getByRole('button', { name: /^What changed/ }))
    const changes = within(await findDrawer())
    await changes.findByRole('heading', { name: 'Corrections' })
    changes.getByText('Correction for March 2026, order O5')
  })
})
