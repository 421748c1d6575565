import { expect, type Locator, type Page, test } from 'playwright/test'
import { createPoster, signInAsLeader, signUp } from '#test/e2e-helpers.ts'
import { childForm } from '#test/member-forms.ts'
import { parseCents } from '#test/parse-cents.ts'

const PASSWORD = 'lavender tubes 9'

const statement = (page: Page) => page.getByRole('region', { name: /^Statement for/ })
const figure = (page: Page, name: string) =>
  statement(page).getByRole('button', { name: new RegExp(`^${name} (?!bonus)`) })
const rows = (page: Page) => page.getByRole('table').getByRole('row')

const readCents = async (locator: Locator) => parseCents(await locator.innerText())

/** Sums the lines of an open drawer, in cents, after loading all of them. */
async function sumLines(drawer: Locator): Promise<number> {
  const moreButton = drawer.getByRole('button', { name: 'Show more orders' })
  const lines = drawer.getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  while (await moreButton.isVisible()) {
    const lineCount = await lines.count()
    await moreButton.click()
    await expect.poll(() => lines.count()).toBeGreaterThan(lineCount)
  }
  return (await lines.allInnerTexts()).reduce((sum, text) => sum + parseCents(text), 0)
}

test('a leader views the month, and every figure has an explanation', { tag: '@core' }, async ({ page }) => {
  await signInAsLeader(page)
  await page.goto('/account')
  await page.getByRole('navigation', { name: 'My Account' }).getByRole('link', { name: 'Sales Detail' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales Detail')
  await expect(figure(page, 'Level')).toBeVisible()
  const bonus = {
    sales: await readCents(figure(page, 'Sales bonus')),
    level: await readCents(figure(page, 'Level bonus')),
    total: await readCents(figure(page, 'Total bonus')),
  }
  expect(bonus.sales + bonus.level).toBe(bonus.total)

  const drawer = page.getByRole('dialog')
  for (const [name, amount] of [
    ['Sales bonus', bonus.sales],
    ['Level bonus', bonus.level],
  ] as const) {
    await figure(page, name).press('Enter')
    await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(name)
    expect(await sumLines(drawer)).toBe(amount)
    await drawer.getByRole('tab', { name: 'Paid', exact: true }).press('ArrowRight')
    await expect(drawer.getByRole('tab', { name: 'Paid nothing' })).toBeFocused()
    await expect(drawer.getByRole('tabpanel', { name: 'Paid nothing' })).not.toBeEmpty()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(figure(page, name)).toBeFocused()
  }

  await figure(page, 'Total sales').click()
  const bonusSales = await sumLines(drawer)
  await drawer.getByRole('tab', { name: 'No bonus' }).click()
  await expect(drawer.getByText('All of your sales earned a bonus.')).toBeVisible()
  expect(bonusSales).toBe(await readCents(figure(page, 'Total sales')))
  await drawer.getByRole('button', { name: 'Close' }).click()

  await figure(page, 'Total bonus').click()
  await drawer.getByRole('button', { name: /^Level bonus/ }).click()
  await expect(drawer.getByRole('heading', { level: 2 })).toHaveText('Level bonus')
  await expect(drawer.getByRole('tab', { name: 'Paid', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await figure(page, 'Level').click()
  await expect(drawer.getByText('Your level for a month is the highest one whose conditions you meet.')).toBeVisible()
  await expect(drawer.getByText(/group PV to go/)).toBeVisible()
  await page.keyboard.press('Escape')

  // Last PV in the text; the number contributed by customers may precede it.
  const parsePoints = (text: string) =>
    Number([...text.matchAll(/(−?[\d,]+)\sPV/g)].at(-1)?.[1]?.replace('−', '-').replaceAll(',', ''))
  await figure(page, 'Total PV').click()
  await expect(drawer.getByRole('listitem').nth(1)).toBeVisible()
  const contributions = (await drawer.getByRole('listitem').allInnerTexts()).map(parsePoints)
  const legs = (await rows(page).allInnerTexts()).slice(1).map(parsePoints)
  expect(contributions.slice(1)).toEqual(legs)
  expect(contributions.reduce((sum, points) => sum + points, 0)).toBe(
    parsePoints(await figure(page, 'Total PV').innerText()),
  )
})

test('the referral link is copied with a confirmation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page, 'referrer@example.com', PASSWORD)
  await page.goto('/account/sales')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toBe('/register')
  await expect(page.getByText(`Referral code ${new URL(link).searchParams.get('ref')}`)).toBeVisible()
})

test('another page of the direct line starts at its heading', async ({ page }) => {
  await signUp(page, 'many-below@example.com', PASSWORD)
  const post = await createPoster(page.request)
  for (let n = 1; n <= 51; n++) expect(await post('/account/child/add', childForm(`below-${n}@example.com`))).toBe(200)
  await page.goto('/account/sales?page=2')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Prev' }).click()
  await expect(rows(page)).toHaveCount(51)
  await expect(page.getByRole('heading', { name: 'My Direct Line' })).toBeInViewport()
})
