import { expect, type Page } from 'playwright/test'
import { postFromPage } from '../e2e-helpers.ts'
import { findModal } from '../staff-pages.ts'
import type { StateGroup } from './check-states.ts'
import {
  changeResponse,
  closeDialog,
  expectText,
  fill,
  openDialog,
  openDialogFromMenu,
  press,
  restoreResponses,
} from './steps.ts'

const draftPath = (page: Page) => new URL(page.url()).pathname

/** Someone else saves the draft in the meantime. */
async function saveConcurrently(page: Page): Promise<void> {
  const { version } = await (await page.request.get(`${draftPath(page)}.json`.replace('/members', ''))).json()
  const path = `${draftPath(page)}/save`.replace('/members', '')
  expect(
    await postFromPage(page, path, { subject: 'News of the catalog', body: 'Until then.', expected_version: version }),
  ).toBe(200)
  await page.getByLabel('Subject').fill('Something else')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else changed this newsletter')
}

const counts = {
  recipients: 120,
  sent: 40,
  refused: 1,
  failed: 2,
  unknown: 1,
  withdrawn: 1,
  remaining: 75,
  unsubscribed: 3,
}

/** Nothing is sent to the subscribers of the shop. */
const inState = (state: string, change: object = {}) =>
  changeResponse('**/admin/newsletters/*.json', (json) => ({
    ...json,
    ...{ state, started: json.changed, ended_at: state === 'sent' ? json.changed.at : null, counts },
    ...change,
  }))

const reload = (page: Page) => page.reload()

export const newsletterStates: StateGroup = {
  name: 'newsletters in the back office',
  as: 'manager',
  refusals: [409, 422],
  states: [
    ['newsletters', '/admin/members/newsletters'],
    ['new newsletter', '/admin/members/newsletters/new'],
    [
      'draft without a subject',
      fill('Text', 'Soon.'),
      press('Save'),
      press('Send me a test'),
      expectText('Enter a subject.'),
    ],
    ['draft with a conflict', saveConcurrently],
    ['draft as text', press('Use theirs'), press('As text')],
    ['discarding a draft', openDialogFromMenu('More', 'Discard…')],
    [
      'sending a draft',
      openDialog('Send…'),
      (page) =>
        findModal(page)
          .getByText(/subscribe/)
          .first()
          .waitFor(),
    ],
    [
      'newsletter that is being sent',
      closeDialog,
      inState('sending', { error: '451 try later' }),
      reload,
      expectText('You can leave this page.'),
    ],
    [
      'stopped newsletter',
      restoreResponses,
      inState('stopped', { stopped_by: 'mail_server' }),
      reload,
      expectText(/^Stopped:/),
    ],
    ['sent newsletter', restoreResponses, inState('sent'), reload, expectText('Unsubscribed from this one')],
    ['discarded newsletter', restoreResponses, reload, openDialogFromMenu('More', 'Discard…'), discard],
  ],
}

async function discard(page: Page): Promise<void> {
  await findModal(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/admin/members/newsletters')
}
