import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signInNewMember } from '#test/member.ts'
import { postAs } from '#test/order-view.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

const dateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

pageTest('the page of a license', (app) => {
  it('corrects the license and shows the decisions of staff', async () => {
    const browser = await signInNewMember(app, () => app().services.connection)
    const manager = await openStaffBrowser(app, 'manager')
    async function decide(decision: object): Promise<void> {
      const path = `/admin/members/${browser.user.id}`
      const { version } = (await manager.get(`${path}.json`)).json<{ version: string }>()
      await postAs(manager, `${path}/license`, { ...decision, expected_version: version })
    }
    const open = () => openShopPage(browser, '/account/license')
    const findLicense = async (name: string) => within(await screen.findByRole('region', { name }))

    const page = await open()
    await findLicense('On file')
    const number = screen.getByLabelText('Cosmetology Id')
    // The light DOM does not show the state with which a form starts.
    await page.user.selectOptions(screen.getByLabelText('State'), 'New York')
    await page.fill(number, '')
    await page.user.click(screen.getByRole('button', { name: 'Save license' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Cosmetology Id is required.'))
    await page.fill(number, 'NY 20-4471')
    await page.user.click(screen.getByRole('button', { name: 'Save license' }))
    await (await findLicense('On file')).findByText('NY 20-4471')

    await decide({ decision: 'refused', reason: 'The name differs.' })
    await open()
    ;(await findLicense('Not accepted')).getByText('The name differs.')
    await decide({ decision: 'approved', reason: '', expires_on: '2038-01-31' })
    await open()
    ;(await findLicense('Approved')).getByText('January 31, 2038')
    await decide({ decision: 'approved', reason: '', expires_on: dateInDays(20) })
    await open()
    await screen.findByText(/Your license expires in (20|21) days\./)
  })
})
