import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Browser } from '#test/browser.ts'
import { makeOrder } from '#test/make-order.ts'
import { postAs } from '#test/order-view.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { renderMailPreview } from '#test/page-mail-preview.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const REINSTATED = `${adminPaths.mailTexts}/order_reinstated`

pageTest('the email templates', (app) => {
  let owner: Browser
  let orderId: number
  beforeAll(async () => {
    owner = await openStaffBrowser(app, 'owner')
    orderId = await makeOrder(app().services)
  })
  const bodyField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  /** The preview updates shortly after typing ends. */
  const waitForPreview = (check: (preview: Awaited<ReturnType<typeof renderMailPreview>>) => void) =>
    waitFor(async () => check(await renderMailPreview(owner)))
  const findSaveButton = () => screen.findByRole('button', { name: 'Save' })
  const change = async (texts: object) => {
    const { version } = (await owner.get(`${REINSTATED}.json`)).json()
    await postAs(owner, `${REINSTATED}/text`, { ...texts, expected_version: version, reason: '' })
  }

  it('are previewed with a real order, refused without a required link, edited, and reset by undoing', async () => {
    const { user } = await openAdminPage(owner, `${adminPaths.mailTexts}?search=reinstated`)
    expect(await screen.findAllByText('the default')).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'Order reinstated' }))
    const body = await bodyField()
    await screen.findByText(new RegExp(`With order ${orderId}\\.`))
    await waitForPreview((preview) => preview.getByText(/which had been canceled/, { selector: 'p' }))

    await user.clear(body)
    await user.paste('Hi {first_name}, <b>good news</b>.\n\n')
    await screen.findByText('{order_link} must be in this email.')
    await user.click(await findSaveButton())
    await waitFor(() => expect(body.getAttribute('aria-invalid')).toBe('true'))
    // The link is inserted at the caret.
    screen.getByRole('button', { name: 'Insert {order_link}' }).focus()
    await user.keyboard('{Enter}')
    expect(body.value).toMatch(/news<\/b>\.\n\n\{order_link: View your order\}$/)
    await waitForPreview((preview) => {
      preview.getByText(/<b>good news<\/b>\./, { selector: 'p' })
      preview.getByRole('link', { name: 'View your order' })
    })
    await user.click(screen.getByRole('button', { name: 'As text' }))
    await screen.findByText(/View your order: +http.*masked/)
    await user.click(await findSaveButton())
    await waitForToast('Text saved.')
    const changes = within(await screen.findByRole('region', { name: 'Changes' }))
    expect(changes.getAllByRole('listitem')).toHaveLength(1)

    await user.click(changes.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(body.value).toMatch(/reinstated your order .+, which had been canceled/))
    await screen.findByText('No changes.')
  })

  it('show a change made meanwhile next to the unsaved text, and adopt it', async () => {
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), REINSTATED)
    const subject = await screen.findByLabelText('Subject')
    expect(subject).toHaveProperty('value', 'Your order {order_number} has been reinstated')
    await user.clear(subject)
    await user.paste('Order {order_number} continues')
    const body = 'Hi {first_name}, good news.\n\n{order_link: View your order}'
    await change({ subject: 'Your order {order_number} has been reinstated', body })

    await user.click(await findSaveButton())
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this email')
    expect(screen.getByText(/good news/, { selector: '[role="status"] *' })).toBeDefined()
    expect(subject).toHaveProperty('value', 'Order {order_number} continues')
    await user.click(screen.getByRole('button', { name: 'Use theirs' }))
    expect((await bodyField()).value).toContain('good news')
  })
})
