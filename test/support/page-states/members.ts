import { type Browser, expect, type Page } from 'playwright/test'
import { createPoster, postFromPage, signUpWithoutPage } from '../e2e-helpers.ts'
import { childForm } from '../member-forms.ts'
import { pickupForm } from '../order-forms.ts'
import { placeOrderAsGuest } from '../order-page.ts'
import { findModal } from '../staff-pages.ts'
import { NEW_MEMBER_PASSWORD, type StateGroup } from './check-states.ts'
import { closeDialog, expectText, openDialog, openFor, press, submitIncomplete } from './steps.ts'

type Members = { id: number; email: string; sponsor: string }

/** Registers a member with a renewed license and an open invitation, and a second one who may become the sponsor. */
async function createMembers(page: Page, browser: Browser): Promise<Members> {
  const [email, sponsor] = ['catalog', 'catalog-sponsor'].map((name) => `${name}-${Date.now()}@example.com`)
  for (const address of [email, sponsor] as [string, string]) {
    const visitor = await browser.newContext()
    await signUpWithoutPage(visitor.request, address, NEW_MEMBER_PASSWORD)
    if (address === email) {
      const post = await createPoster(visitor.request)
      expect(await post('/account/child/add', childForm(`invited-${address}`))).toBe(200)
    }
    await visitor.close()
  }
  const certificate = { email, state: 'NJ', number: '812-334', expires_on: '2038-01-31', expected: null }
  expect(await postFromPage(page, '/admin/certificates/save', certificate)).toBe(200)
  const { data } = await (await page.request.get(`/admin/members.json?search=${email}`)).json()
  return { id: data[0].id, email: email as string, sponsor: sponsor as string }
}

async function chooseSponsor(page: Page, { sponsor }: Members): Promise<void> {
  await findModal(page).getByLabel('New sponsor').fill(sponsor)
  await page.getByRole('option').filter({ hasText: sponsor }).waitFor()
  await page.keyboard.press('Enter')
  await expect(findModal(page).getByText(/has no downline\.$/)).toBeVisible()
}

async function planSponsor(page: Page): Promise<void> {
  await findModal(page).getByLabel('Reason').fill('Both asked for it')
  await findModal(page).getByRole('button', { name: 'Plan change' }).click()
  await expect(findModal(page)).toHaveCount(0)
}

export const memberDialogStates: StateGroup<Members> = {
  name: 'a member in the back office',
  as: 'manager',
  refusals: [422],
  setUp: createMembers,
  states: [
    ['member', openFor(({ id }) => `/admin/members/${id}`)],
    ['change without a reason', openDialog('Change'), submitIncomplete],
    ['sign-in as the member without a reason', openDialog('Sign in as'), submitIncomplete],
    ['approval of the license', openDialog(/^Approve the license/)],
    ['rejection of the license without a reason', openDialog(/^Reject license/), submitIncomplete],
    ['new certificate without anything', openDialog('Add certificate'), submitIncomplete],
    ['rejection of the certificate', openDialog('Reject certificate')],
    ['resent invitation', openDialog(/^Resend/)],
    ['revoked invitation without a reason', openDialog(/^Revoke/), submitIncomplete],
    ['erasure', openDialog('Erase')],
    ['change of sponsor', openDialog('Change sponsor')],
    ['change of sponsor with its preview', chooseSponsor],
    ['planned change of sponsor', planSponsor],
    ['cancellation of the planned change', openDialog('Cancel change'), submitIncomplete],
    [
      'email to the member',
      closeDialog,
      (page) => page.getByRole('region', { name: 'Emails' }).getByRole('button').first().click(),
      (page) => findModal(page).waitFor(),
    ],
  ],
}

const SUBJECT = 'Which of the new shades of the gel polish come in the large size?'

/** Places an order as a guest who orders nothing else, and sends a message; returns the guest's email. */
async function placeGuestOrder(page: Page, browser: Browser): Promise<string> {
  const user_email = `catalog-guest-${Date.now()}@example.com`
  const text = { subject: SUBJECT, order_number: '1004', message: 'Hello,\n\nI need them by Friday.' }
  expect(await postFromPage(page, '/contact', { name: 'Ana Gomez', email: user_email, ...text })).toBe(200)
  await placeOrderAsGuest(browser, { form: { ...pickupForm, user_email } })
  return user_email
}

async function findGuest(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email on the order').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Emptied' })).toBeVisible()
}

export const memberListStates: StateGroup<string> = {
  name: 'members, posts and emails in the back office',
  as: 'manager',
  refusals: [404, 422],
  setUp: placeGuestOrder,
  states: [
    ['members', '/admin/members'],
    ['members not found', '/admin/members?search=nothing-like-this'],
    ['certificates to review', '/admin/members?only=certificates'],
    ['licenses to review', '/admin/members?only=license'],
    ['subscribers', '/admin/members?only=newsletter'],
    ['guests', '/admin/members/guests'],
    ['guest without an email', press('Find'), (page) => page.locator('[aria-invalid="true"]').first().waitFor()],
    ['guest', findGuest],
    ['erasure of a guest without a reason', openDialog('Erase'), submitIncomplete],
    ['messages', '/admin/messages'],
    ['messages not found', '/admin/messages?search=nothing-like-this'],
    [
      'message',
      '/admin/messages',
      (page) => page.getByRole('link', { name: 'Ana Gomez' }).first().click(),
      expectText(SUBJECT),
    ],
    ['answer without text', openDialog('Answer'), submitIncomplete],
    ['posts', '/admin/posts'],
    [
      'post to moderate',
      (page) => page.locator('[data-row-link]').first().click(),
      (page) => findModal(page).waitFor(),
    ],
    ['no posts to approve', '/admin/posts?show=waiting'],
    ['comments', '/admin/posts?show=comments'],
    ['outbox', '/admin/outbox'],
    [
      'email in the outbox',
      (page) => page.locator('[data-row-link]').first().click(),
      (page) => findModal(page).waitFor(),
    ],
    ['no failed emails', '/admin/outbox?state=failed'],
  ],
}
