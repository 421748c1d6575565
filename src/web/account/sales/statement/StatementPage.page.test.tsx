import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { Statement } from '#contract/compensation/statement.ts'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Browser } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { signInAs } from '#test/create-network.ts'
import { createExample } from '#test/example-shop.ts'
import { openShopPage, pageTest } from '#test/page.tsx'

const statementPath = (monthNumber: string) => `/account/sales/statement?year=2026&month=${monthNumber}`
const ON_FILE = 'It matches the statement we have on file for this month.'

pageTest('the page of a statement', (app) => {
  let ada: Browser
  beforeAll(async () => {
    const { connection } = app().services
    await createExample(connection, 'example-1')
    await inTransaction(connection.db, (trx) => skipMonths(trx, month('2026-03'), Date.now()))
    expect(await closeWithDefaults(connection, month('2026-03'))).toMatchObject({ ok: true })
    const { rows } = await connection.pool.query<{ id: UserId }>(`select id from users where member_no = 'A'`)
    ada = await signInAs(app, connection, rows[0]?.id as UserId)
  })

  const readStatement = async (monthNumber: string): Promise<Statement> =>
    (await ada.get(`/account/sales/statement.json?year=2026&month=${monthNumber}`)).json()
  async function checkFile({ user }: Awaited<ReturnType<typeof openShopPage>>, content: unknown): Promise<void> {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    await user.upload(
      await screen.findByLabelText(/^Check a saved file/),
      new File([text], 'statement.json', { type: 'application/json' }),
    )
  }
  const readRow = async (name: RegExp) => {
    const table = within(await screen.findByRole('table', { name: 'What was recalculated' }))
    return table.getByRole('row', { name }).textContent
  }

  it('is opened from the Sales page, and verified by keyboard', async () => {
    const { user } = await openShopPage(ada, '/account/sales?year=2026&month=03')
    await user.click(await screen.findByRole('link', { name: 'Monthly statement' }))
    await screen.findByRole('heading', { level: 1, name: 'Statement' })
    const statement = await screen.findByRole('region', { name: 'Statement for March 2026' })
    for (const text of ['Sapphire', 'Group PV 4,035 (4,000 needed)', '$96.07', '$151.14', '$247.21'])
      expect(statement.textContent).toContain(text)
    expect(statement.textContent).toContain((await readStatement('03')).member.name)
    const lines = screen.getByRole('table', { name: 'Lines of orders below you' })
    expect(within(lines).getAllByRole('row')).toHaveLength(10)

    screen.getByRole('button', { name: 'Check all figures' }).focus()
    await user.keyboard('{Enter}')
    const verdict = await screen.findByText(/figures match\./)
    expect(document.activeElement?.contains(verdict)).toBe(true)
    expect(await readRow(/^Total bonus/)).toContain('$247.21$247.21matches')
    expect(await readRow(/^Lines/)).toContain('27 of 27')
    const pdf = await ada.get(screen.getByRole('link', { name: 'PDF' }).getAttribute('href') ?? '')
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  it('confirms an unchanged file, and reports a changed one figure by figure', async () => {
    const page = await openShopPage(ada, statementPath('03'))
    const statement = await readStatement('03')
    await checkFile(page, statement)
    await screen.findByText(`March 2026 of ${statement.member.name}`)
    screen.getByText(/figures match\./)
    screen.getByText(ON_FILE)

    const [firstLine] = statement.lines ?? []
    if (firstLine) firstLine.amount_cents += 1000
    await checkFile(page, { ...statement, card: { ...statement.card, total_bonus_cents: 34_721 } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('figures don’t match')
    expect(alert.textContent).toContain('It differs from the statement we have on file for this month.')
    expect(await readRow(/^Total bonus/)).toContain('$347.21$247.21does not match')
    expect(await readRow(/^Amount, order O3/)).toContain('$52.31$42.31')
    expect(await readRow(/^Group PV/)).toContain('4,0354,035matches')
  })

  it('says clearly why a file cannot be checked', async () => {
    const page = await openShopPage(ada, statementPath('03'))
    for (const [content, message] of [
      ['no json', 'This file isn’t JSON'],
      [{ a: 1 }, 'This file isn’t a statement from this shop.'],
      [{ format: 'salonfront-statement-9' }, 'this type of statement'],
      [{ format: 'salonfront-statement-1' }, 'We can’t read this statement'],
    ] as const) {
      await checkFile(page, content)
      await waitFor(() => expect(screen.getByRole('main').textContent).toContain(message))
    }
  })

  it('explains why a month has none, and still verifies a file', async () => {
    const page = await openShopPage(ada, statementPath('05'))
    await screen.findByText(/This month isn’t closed yet\./)
    expect(screen.queryByRole('button', { name: 'Check all figures' })).toBeNull()
    await checkFile(page, await readStatement('03'))
    await screen.findByText(/^March 2026 of /)
    screen.getByText(ON_FILE)
  })
})
