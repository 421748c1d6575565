import { expect, type Locator, type Page, test } from 'playwright/test'
import { postFromPage, setEmailedPassword, signInAsLeader, signUp } from '#test/e2e-helpers.ts'
import { childForm, registrationForm } from '#test/member-forms.ts'
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

test('a leader views the month, and every figure has an explanation', async ({ page }) => {
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

test('the month is selected by year and month or in the chart, and survives a reload', async ({ page }) => {
  await signInAsLeader(page)
  await page.goto('/account/sales')
  const year = page.getByLabel('Year', { exact: true })
  const month = page.getByLabel('Month', { exact: true })
  await expect(page.getByText('This month is in progress')).toBeVisible()
  await expect(year.getByRole('option')).toHaveCount(10)
  await expect(month.getByRole('option')).toHaveCount(12)
  const current = { year: await year.inputValue(), month: await month.inputValue() }
  for (const option of await month.getByRole('option').all()) {
    const hasStarted = ((await option.getAttribute('value')) ?? '') <= current.month
    await (hasStarted ? expect(option).toBeEnabled() : expect(option).toBeDisabled())
  }

  const columns = page.getByRole('region', { name: 'Last 12 months' }).getByRole('link')
  await expect(columns).toHaveCount(12)
  await expect(columns.last()).toHaveAttribute('aria-current', 'true')
  await columns.nth(10).focus()
  await expect(columns.nth(10)).toHaveAccessibleName(/: .+, sales bonus .+, level bonus .+, total bonus .+/)
  await columns.nth(10).press('Enter')
  await expect(columns.nth(10)).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(/\?year=\d{4}&month=\d\d$/)
  const statementText = await statement(page).innerText()
  await page.reload()
  await expect(statement(page)).toHaveText(statementText, { useInnerText: true })
  await page.getByText('The figures as a table').click()
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(13)

  await year.selectOption(String(Number(current.year) - 9))
  await month.selectOption('02')
  await expect(page).toHaveURL(`/account/sales?year=${Number(current.year) - 9}&month=02`)
  await expect(page.getByText('You have no figures for February')).toBeVisible()
  await expect(page.getByText('No one was in your direct line.')).toBeVisible()
  await month.selectOption('12')
  // December of the current year may be in the future: then the current month is selected.
  await year.selectOption(current.year)
  await expect(page).toHaveURL(`/account/sales?year=${current.year}&month=${current.month}`)

  await page.goto(`/account/sales?year=${Number(current.year) + 1}&month=01`)
  await page.getByRole('link', { name: 'Show the current month' }).click()
  await expect(page.getByText('This month is in progress')).toBeVisible()
})

test('the downline expands leg by leg, is searchable, and shows positions', async ({ page }) => {
  await signInAsLeader(page)
  await page.goto('/account/sales')
  await page.getByRole('link', { name: 'Explore the downline' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Downline')
  const navigation = page.getByRole('navigation', { name: 'My Account' })
  await expect(navigation.locator('[aria-current]')).toHaveText('Sales Detail')
  const main = page.getByRole('main')
  const legs = main.getByRole('listitem').filter({ hasText: 'PV' })
  await expect(legs.first()).toBeVisible()
  const legButton = main.getByRole('button', { name: /^Leg of/ }).first()
  await legButton.press('Enter')
  await expect(legButton).toHaveAttribute('aria-expanded', 'true')
  const childLegs = legs.filter({ has: page.getByRole('button', { expanded: true }) }).getByRole('listitem')
  // Below the direct line, last names are abbreviated to one letter.
  await expect(childLegs.first().getByRole('link')).toHaveText(/^\S+ \S\.$/)
  const name = await childLegs.first().getByRole('link').innerText()
  const number = /\d{4,}/.exec(await childLegs.first().innerText())?.[0] ?? ''

  await page.getByLabel('Search your downline').fill(number)
  await expect(page.getByText('One member found.')).toBeVisible()
  await main.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/&of=\d+$/)
  const path = page.getByRole('navigation', { name: 'Way down' })
  await expect(path).toContainText(name)
  await expect(page.getByLabel('Search your downline')).toHaveValue('')
  await page.getByLabel('Search your downline').fill('zzzz')
  await expect(page.getByText('No one in your downline has this number')).toBeVisible()
  await page.getByLabel('Search your downline').fill('')
  await path.getByRole('link', { name: 'You' }).click()
  await expect(legButton).toBeVisible()
  await page.goto('/account/sales/downline?of=999999')
  await page.getByRole('link', { name: 'Show the whole downline' }).click()
  await page.getByRole('link', { name: 'Back to Sales Detail' }).click()
  await expect(statement(page)).toBeVisible()
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

test('a user is added, sets a password through the emailed link, and appears as Active', async ({ page, browser }) => {
  await signUp(page, 'sponsor@example.com', PASSWORD)
  await page.goto('/account/sales')
  await expect(page.getByText('No one is in your direct line yet.')).toBeVisible()
  await expect(page.getByText('No bonuses in these months.')).toBeVisible()
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'User Detail' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const message of [
    'First Name is required.',
    'Last Name is required.',
    'Email Address is required.',
    'Phone Number is required.',
    'Address is required.',
    'City is required.',
    'State is required.',
    'Zip Code is required.',
  ]) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible()
  }
  await dialog.getByLabel('First Name').fill('Noor')
  await dialog.getByLabel('Last Name').fill('Bakker')
  await dialog.getByLabel('Email Address').fill('sponsor@example.com')
  await dialog.getByLabel('Phone Number').pressSequentially('2015550142')
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('(201) 555-0142')
  await dialog.getByLabel('Company').fill('Bakker Brows')
  await dialog.getByLabel('Address', { exact: true }).fill('9 Elm Street')
  await dialog.getByLabel('City').fill('Englewood')
  await dialog.getByLabel('State').selectOption('New Jersey')
  await dialog.getByLabel('Zip Code').fill('07631')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Email address is already exist')
  await dialog.getByLabel('Email Address').fill('added@example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Invitation sent to Noor Bakker' })).toBeVisible()
  const row = rows(page).filter({ hasText: 'Noor Bakker' })
  await expect(row).toContainText('Pending')
  await expect(row.getByRole('link')).toBeHidden()
  await expect(row).toContainText('User')
  await expect(row).toContainText('$0.00')

  const newMemberPage = await (await browser.newContext()).newPage()
  await setEmailedPassword(newMemberPage, 'added@example.com', PASSWORD)
  await page.reload()
  await expect(row).toContainText('Active')
  await expect(row.getByRole('link', { name: 'Noor Bakker' })).toBeVisible()
  await newMemberPage.close()
})

test('a direct line of more than fifty is paginated, and a new member is on the last page', async ({ page }) => {
  await signUp(page, 'many-below@example.com', PASSWORD)
  for (let n = 1; n <= 50; n++) {
    const status = await postFromPage(page, '/account/child/add', childForm(`below-${n}@example.com`))
    expect(status).toBe(200)
  }
  await page.goto('/account/sales')
  await expect(rows(page)).toHaveCount(51)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toBeHidden()
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'User Detail' })
  const { state, ...fields } = { ...childForm('below-51@example.com'), first_name: 'Odile' }
  await dialog.getByLabel('State').selectOption(state)
  for (const [name, value] of Object.entries(fields)) await dialog.locator(`[name=${name}]`).fill(value ?? '')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/account/sales?page=2')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText('51')
  await expect(rows(page).last()).toContainText('Odile Bakker')
  await pages.getByRole('link', { name: 'Prev' }).click()
  await expect(rows(page)).toHaveCount(51)
  await expect(page.getByRole('heading', { name: 'My Direct Line' })).toBeInViewport()
  for (const pageNumber of [3, 99_999_999]) {
    await page.goto(`/account/sales?page=${pageNumber}`)
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expect(rows(page)).toHaveCount(51)
  }
})

test('a downline of more than fifty legs is shown fifty at a time', async ({ page }) => {
  await signUp(page, 'many-legs@example.com', PASSWORD)
  await page.goto('/account/sales')
  const code = await page.evaluate(async () => (await (await fetch('/account/sales.json')).json()).detail.referral_code)
  for (let n = 1; n <= 51; n++) {
    const form = { ...registrationForm(`leg-${n}@example.com`, PASSWORD), franchise: 'N', ref: code }
    expect(await postFromPage(page, '/register', form)).toBe(201)
  }
  const legs = page.getByRole('main').getByRole('listitem').filter({ hasText: 'no one below' })
  // The in-memory figures lag behind registrations by up to a second.
  await expect(async () => {
    await page.goto('/account/sales/downline')
    await expect(legs).toHaveCount(50, { timeout: 5_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Show more legs' }).click()
  await expect(legs).toHaveCount(51)
  await expect(page.getByText('Showing all legs.')).toBeFocused()
})

/** Overrides fields of the figures in the server's response. */
const overrideDetail = (page: Page, change: object) =>
  page.route('**/account/sales.json*', async (route) => {
    const response = await route.fetch()
    const sales = await response.json()
    await route.fulfill({ response, json: { ...sales, detail: { ...sales.detail, ...change } } })
  })

test('a pending member sees why there is no bonus', async ({ page }) => {
  await signUp(page, 'pending@example.com', PASSWORD)
  await overrideDetail(page, { active: false, rate_bp: 0, next: null })
  await page.goto('/account/sales')
  await expect(statement(page)).toContainText('No rate this month')
  await expect(statement(page)).toContainText('Your account is pending, so you earn no bonus yet.')
  await expect(page.getByText('Levels are for active members.')).toBeVisible()
})

test('a closed month shows the payout, and negative amounts are red with a minus sign', async ({ page }) => {
  await signUp(page, 'below-zero@example.com', PASSWORD)
  const bonuses = { total_sales: -615.07, total_pv: -540, sales_bonus: -39.6, level_bonus: -23.9, total_bonus: -63.5 }
  const payout = { opening: 4.37, payable: 0, carried: -59.13, paid: true }
  await overrideDetail(page, { ...bonuses, state: 'paid', provisional: false, payout })
  await page.goto('/account/sales')
  await expect(page.getByText('have been paid out')).toBeVisible()
  const total = figure(page, 'Total bonus').getByText('−$63.50')
  await expect(total).toHaveCSS('color', 'rgb(151, 38, 44)')
  await expect(figure(page, 'Total PV')).toContainText('−540')
  await expect(statement(page)).toContainText('A negative balance carries over to next month')
})

test('failed requests of the Sales page can be retried', async ({ page }) => {
  await signUp(page, 'try-again@example.com', PASSWORD)
  await page.route('**/account/sales.json*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/account/sales')
  await expect(page.getByRole('alert')).toContainText('We can’t load your sales right now.')
  await page.unroute('**/account/sales.json*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(statement(page)).toBeVisible()
})

test('the empty pages of a new member have no accessibility violations', async ({ page }) => {
  await signUp(page, 'newcomer@example.com', PASSWORD)
  await page.goto('/account/sales')
  await expect(page.getByText('No one is in your direct line yet.')).toBeVisible()
  await page.goto('/account/sales/downline')
  await expect(page.getByText('No one is in your downline yet.')).toBeVisible()
})

test('the Sales page, the explorer and Add User have no accessibility violations', async ({ page }) => {
  await signInAsLeader(page)
  await page.goto('/account/sales')
  await expect(statement(page)).toBeVisible()
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('First Name is required.')).toBeVisible()
  await page.goto('/account/sales/downline')
  await page
    .getByRole('button', { name: /^Leg of/ })
    .first()
    .click()
  await page.getByLabel('Search your downline').fill('a')
  await expect(page.getByText(/found\./)).toBeVisible()
})

test('the explanations of figures have no accessibility violations', async ({ page }) => {
  await signInAsLeader(page)
  for (const name of ['Level', 'Total sales', 'Total PV', 'Level bonus', 'Total bonus']) {
    await page.goto('/account/sales')
    await figure(page, name).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
})
