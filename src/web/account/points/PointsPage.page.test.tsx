import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Month } from '#domain/calendar/month.ts'
import { createCountedOrder } from '#test/create-network.ts'
import { signInNewMember } from '#test/member.ts'
import { openShopPage, pageTest } from '#test/page.tsx'

pageTest('the page of My PVs', (app) => {
  it('numbers the entries from one across pages', async () => {
    const { connection, db } = app().services
    const browser = await signInNewMember(app, () => connection)
    const month = '2026-03' as Month
    for (let number = 1; number <= 21; number++) {
      const fixture = { member: browser.user.id, month, cvCents: 0, pv: number }
      const counted_order_id = await createCountedOrder(connection, fixture)
      const entry = { user_id: browser.user.id, month, points: number, counted_order_id }
      await db
        .insertInto('point_entries')
        .values({ ...entry, cause: 'order', description: `Order ${number}` })
        .execute()
    }
    const { navigate, user } = await openShopPage(browser, '/account/points')
    const listNumbers = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
    const firstPage = Array.from({ length: 20 }, (_, index) => String(index + 1))
    await waitFor(() => expect(listNumbers()).toEqual(firstPage))
    await navigate('/account/points?page=2')
    await waitFor(() => expect(listNumbers()).toEqual(['21']))
    await navigate('/account/points?page=200000000')
    await user.click(await screen.findByRole('link', { name: /Go to the first page$/ }))
    await waitFor(() => expect(listNumbers()).toEqual(firstPage))
  })
})
