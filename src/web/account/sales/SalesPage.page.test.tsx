import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { Sales } from '#contract/compensation/sales.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { browserOf } from '#test/browser.ts'
import { createExample1, createMember, signInAs } from '#test/create-network.ts'
import { readInvitationToken } from '#test/invitations.ts'
import { signInNewMember } from '#test/member.ts'
import { childForm } from '#test/member-forms.ts'
import { openShopPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { PASSWORD } from '#test/sign-up.ts'

const salesPath = '/account/sales'
const MARCH = 'year=2026&month=03'

const findStatement = () => screen.findByRole('region', { name: /^Statement for/ })
const findFigure = async (name: string) =>
  within(await findStatement()).getByRole('button', { name: new RegExp(`^${name} (?!bonus)`) })
const directLineRows = () => within(screen.getByRole('table', { name: 'Direct line' })).getAllByRole('row')
const findRows = (count: number) =>
  waitFor(() => {
    const rows = directLineRows()
    expect(rows).toHaveLength(count)
    return rows
  })

type ShopPage = Awaited<ReturnType<typeof openShopPage>>

async function fillChild(page: ShopPage, dialog: HTMLElement, { state, ...fields }: ReturnType<typeof childForm>) {
  await page.user.selectOptions(await within(dialog).findByLabelText('State'), state)
  for (const [name, value] of Object.entries(fields))
    if (value) await page.fill(dialog.querySelector(`[name=${name}]`) as HTMLElement, value)
}

pageTest('the Sales page', (app) => {
  const connection = () => app().services.connection
  let ids: Map<string, UserId>
  const signInAda = () => signInAs(app, connection(), ids.get('A') as UserId)
  beforeAll(async () => {
    ids = await createExample1(connection())
  })

  it('shows a month selected by year and month or in the chart, also after a reload', async () => {
    const browser = await signInAda()
    const { user, navigate, path } = await openShopPage(browser, salesPath)
    await screen.findByText(/This month is in progress/)
    const year = screen.getByLabelText<HTMLSelectElement>('Year')
    const month = screen.getByLabelText<HTMLSelectElement>('Month')
    expect(year.options).toHaveLength(10)
    expect(month.options).toHaveLength(12)
    const current = { year: year.value, month: month.value }
    const history = within(screen.getByRole('region', { name: 'Last 12 months' }))
    const columns = await waitFor(() => {
      const links = history.getAllByRole('link')
      expect(links).toHaveLength(12)
      return links
    })
    for (const option of month.options) expect(option.disabled).toBe(option.value > current.month)

    expect(columns.at(-1)?.getAttribute('aria-current')).toBe('true')
    const previous = history.getAllByRole('link', { name: /: .+, sales bonus .+, level bonus .+, total bonus .+/ })[10]
    previous?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(history.getAllByRole('link')[10]?.getAttribute('aria-current')).toBe('true'))
    expect(path()).toMatch(/\?year=\d{4}&month=\d\d$/)
    const text = (await findStatement()).textContent
    const reloaded = await openShopPage(browser, path())
    expect((await findStatement()).textContent).toBe(text)
    await reloaded.user.click(await screen.findByText('The figures as a table'))
    expect(within(screen.getAllByRole('table')[0] as HTMLElement).getAllByRole('row')).toHaveLength(13)

    const firstYear = String(Number(current.year) - 9)
    await reloaded.user.selectOptions(screen.getByLabelText('Year'), firstYear)
    await reloaded.user.selectOptions(screen.getByLabelText('Month'), '02')
    await screen.findByText(/You have no figures for February/)
    await screen.findByText(/^No one was in your direct line\./)
    expect(path()).toBe(`${salesPath}?year=${firstYear}&month=02`)
    await reloaded.user.selectOptions(screen.getByLabelText('Month'), '12')
    // December of the current year may be in the future: then the current month is selected.
    await reloaded.user.selectOptions(screen.getByLabelText('Year'), current.year)
    await waitFor(() => expect(path()).toBe(`${salesPath}?year=${current.year}&month=${current.month}`))

    await navigate(`${salesPath}?year=${Number(current.year) + 1}&month=01`)
    await reloaded.user.click(await screen.findByRole('link', { name: 'Show the current month' }))
    await screen.findByText(/This month is in progress/)
  })

  it('leads to the downline, which expands leg by leg, is searchable, and shows positions', async () => {
    const { user, navigate, path } = await openShopPage(await signInAda(), `${salesPath}?${MARCH}`)
    await user.click(await screen.findByRole('link', { name: 'Explore the downline' }))
    await screen.findByRole('heading', { level: 1, name: 'My Downline' })
    const account = within(screen.getByRole('navigation', { name: 'My Account' }))
    expect(account.getByRole('link', { current: true }).textContent).toBe('Sales Detail')
    const main = within(screen.getByRole('main'))
    const [legButton] = await main.findAllByRole('button', { name: /^Leg of/ })
    legButton?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(legButton?.getAttribute('aria-expanded')).toBe('true'))
    const leg = within(legButton?.closest('li') as HTMLElement)
    // Below the direct line, last names are abbreviated to one letter.
    const [child] = await leg.findAllByRole('link', { name: /^\S+ \S\.$/ })
    const name = child?.textContent ?? ''
    const [number = ''] = /\d{4,}/.exec(child?.closest('li')?.textContent ?? '') ?? []

    const search = screen.getByLabelText<HTMLInputElement>('Search your downline')
    await user.type(search, number)
    await screen.findByText('One member found.')
    await user.click(main.getByRole('link', { name }))
    const breadcrumbs = within(await screen.findByRole('navigation', { name: 'Way down' }))
    expect(path()).toMatch(/&of=\d+$/)
    breadcrumbs.getByText(name)
    await waitFor(() => expect(search.value).toBe(''))
    await user.type(search, 'zzzz')
    await screen.findByText(/No one in your downline has this number/)
    await user.clear(search)
    await user.click(
      within(await screen.findByRole('navigation', { name: 'Way down' })).getByRole('link', { name: 'You' }),
    )
    expect(await main.findAllByRole('button', { name: /^Leg of/ })).not.toEqual([])
    await navigate(`${salesPath}/downline?of=999999`)
    await user.click(await screen.findByRole('link', { name: 'Show the whole downline' }))
    await user.click(await screen.findByRole('link', { name: 'Back to Sales Detail' }))
    await findStatement()
  })

  it('adds a user, who is Active after setting a password through the emailed link', async () => {
    const sponsor = await signInNewMember(app, connection, { email: 'sponsor@example.com' })
    const page = await openShopPage(sponsor, salesPath)
    const { user, fill } = page
    await screen.findByText(/^No one is in your direct line yet\./)
    await screen.findByText(/^No bonuses in these months\./)
    await user.click(screen.getByRole('button', { name: 'Add User' }))
    const element = await screen.findByRole('dialog', { name: 'User Detail' })
    const dialog = within(element)
    expect(document.activeElement).toBe(dialog.getByLabelText('First Name'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
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
      await dialog.findByText(message)
    }
    await fillChild(page, element, { ...childForm('sponsor@example.com'), phone_number: '2015550142' })
    expect(dialog.getByLabelText('Phone Number')).toHaveProperty('value', '(201) 555-0142')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Email address is already exist')
    await fill(dialog.getByLabelText('Email Address'), 'added@example.com')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText(/Invitation sent to Noor Bakker/)
    await waitUntilClosed('User Detail')
    const [, row] = await findRows(2)
    for (const text of ['Noor Bakker', 'Pending', 'User', '$0.00']) expect(row?.textContent).toContain(text)
    expect(within(row as HTMLElement).queryByRole('link')).toBeNull()

    const token = await readInvitationToken(connection(), sponsor.user.id, 'added@example.com')
    const guest = await openShopPage(browserOf(app), `/password/reset/${token}`)
    await guest.user.type(await screen.findByLabelText('Password'), PASSWORD)
    await guest.user.type(screen.getByLabelText('Password Confirmation'), PASSWORD)
    await guest.user.type(screen.getByLabelText(/^Cosmetology Id/), 'NJ-20011')
    await guest.user.click(screen.getByRole('button', { name: 'Save Password' }))
    await screen.findByText(/^Your password is saved\./)
    await openShopPage(sponsor, salesPath)
    const active = within((await screen.findByText('Active')).closest('tr') as HTMLElement)
    active.getByRole('link', { name: 'Noor Bakker' })
  })

  it('paginates a direct line of more than fifty, and shows a new member on the last page', async () => {
    const sponsor = await signInNewMember(app, connection)
    const { post } = await openShopPage(sponsor, '/faqs')
    for (let n = 1; n <= 50; n++)
      expect((await post('/account/child/add', childForm(`below-${n}@example.com`))).statusCode).toBe(200)
    const page = await openShopPage(sponsor, salesPath)
    const { user, path } = page
    await screen.findByRole('table', { name: 'Direct line' })
    await findRows(51)
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add User' }))
    const dialog = await screen.findByRole('dialog', { name: 'User Detail' })
    await fillChild(page, dialog, { ...childForm('below-51@example.com'), first_name: 'Odile' })
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    const last = (await findRows(2)).at(-1)
    expect(path()).toBe(`${salesPath}?page=2`)
    for (const text of ['51', 'Odile Bakker']) expect(last?.textContent).toContain(text)
    await user.click(within(screen.getByRole('navigation', { name: 'Pages' })).getByRole('link', { name: 'Prev' }))
    await findRows(51)
    for (const pageNumber of [3, 99_999_999]) {
      await page.navigate(`${salesPath}?page=${pageNumber}`)
      await user.click(await screen.findByRole('link', { name: /Go to the first page$/ }))
      await findRows(51)
    }
  })

  it('shows a downline of more than fifty legs fifty at a time', async () => {
    const sponsor = await signInNewMember(app, connection)
    for (let n = 1; n <= 51; n++) await createMember(connection(), { name: `Leg${n}`, sponsor: sponsor.user.id })
    await app().services.network.catchUp()
    const { user } = await openShopPage(sponsor, `${salesPath}/downline`)
    expect(await screen.findAllByText(/no one below/)).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Show more legs' }))
    await waitFor(() => expect(screen.getAllByText(/no one below/)).toHaveLength(51))
    expect(document.activeElement).toBe(screen.getByText('Showing all legs.'))
  })

  /** Opens the page with other figures in the server's response. */
  async function openWithDetail(change: Partial<Sales['detail']>) {
    const { navigate } = await openShopPage(await signInNewMember(app, connection), '/faqs')
    interceptRequests(/\/account\/sales\.json/, async (send) => {
      const sales: Sales = await (await send()).json()
      return Response.json({ ...sales, detail: { ...sales.detail, ...change } })
    })
    await navigate(salesPath)
    return findStatement()
  }

  it('says why a pending member has no bonus', async () => {
    const statement = await openWithDetail({ active: false, rate_bp: 0, next: null })
    expect(statement.textContent).toContain('No rate this month')
    expect(statement.textContent).toContain('Your account is pending, so you earn no bonus yet.')
    screen.getByText(/^Levels are for active members\./)
  })

  it('shows the payout of a closed month, and negative amounts in red with a minus sign', async () => {
    const bonuses = { total_sales: -615.07, total_pv: -540, sales_bonus: -39.6, level_bonus: -23.9, total_bonus: -63.5 }
    const payout = { opening: 4.37, payable: 0, carried: -59.13, paid: true, state: null }
    const statement = await openWithDetail({ ...bonuses, state: 'paid', provisional: false, payout })
    screen.getByText(/have been paid out/)
    const total = within(await findFigure('Total bonus')).getByText('−$63.50')
    expect(total.closest('.text-danger')).not.toBeNull()
    expect((await findFigure('Total PV')).textContent).toContain('−540')
    expect(statement.textContent).toContain('A negative balance carries over to next month')
  })

  it('can be loaded again after a failed request', async () => {
    const { navigate, user } = await openShopPage(await signInNewMember(app, connection), '/faqs')
    let isBroken = true
    interceptRequests(/\/account\/sales\.json/, async (send) => (isBroken ? new Response('', { status: 409 }) : send()))
    await navigate(salesPath)
    expect((await screen.findByRole('alert')).textContent).toContain('We can’t load your sales right now.')
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await findStatement()
  })

  it('tells a new member that the downline is empty', async () => {
    const { navigate } = await openShopPage(await signInNewMember(app, connection), salesPath)
    await screen.findByText(/^No one is in your direct line yet\./)
    await navigate(`${salesPath}/downline`)
    await screen.findByText(/^No one is in your downline yet\./)
  })
})
