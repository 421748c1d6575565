import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Home } from '#contract/content/calls.ts'
import { browserOf } from '#test/browser.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the texts of the home page', (app) => {
  beforeAll(async () => {
    const { pool } = app().services.connection
    await pool.query(`insert into home_slides (position, heading, action_label, action_path, file) values
      (0, 'Spring colors', 'See them', '/packages', 'spring'), (1, 'New salons', 'Join', '/register', 'salons')`)
    await pool.query(`insert into home_popups (position, title, text, active) values
      (0, 'Closed on Monday', 'We are back on Tuesday.', true), (1, 'Last year', 'It is over.', false)`)
  })

  it('are shown to a manager as visitors see them, with links to the pages', async () => {
    const visitor = browserOf(app)
    const { slides, popups } = (await visitor.get('/home.json')).json<Home>()
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), adminPaths.posts)
    await user.click(await screen.findByRole('link', { name: 'Home page' }))
    const findSection = async (name: string) => within(await screen.findByRole('region', { name }))

    const headings = (await findSection('Home page slides')).getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent)).toEqual(slides.map(({ heading }) => heading))
    const popupItems = (await findSection('Home page pop-ups')).getAllByRole('listitem')
    const texts = popupItems.map(({ textContent }) => textContent)
    expect(popups).toHaveLength(1)
    for (const { title } of popups) expect(texts).toContainEqual(expect.stringMatching(new RegExp(`${title}.*Shown`)))
    expect(texts).toContainEqual(expect.stringMatching(/Last year.*Not shown/))
  })
})
