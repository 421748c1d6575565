import type { Page } from 'playwright/test'
import type { StateGroup } from './check-states.ts'
import { expectText, fill, openDialog, openDialogFromMenu, press, submitIncomplete } from './steps.ts'

const openAbout = async (page: Page) => {
  await page.getByRole('link', { name: 'About us', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
}

export const contentStates: StateGroup = {
  name: 'content in the back office',
  as: 'manager',
  refusals: [422],
  states: [
    ['content', '/admin/content'],
    ['new page without a title', openDialog('Add page'), submitIncomplete],
    ['page', '/admin/content', openAbout],
    ['changed page', fill('Title', 'About our shop')],
    ['page without a title', fill('Title', ''), press('Save draft'), expectText('Enter a title.')],
    ['history of a page', press('Discard changes'), openDialog('History')],
    ['preview of a page', openDialog('Preview')],
    ['taking a page off the store', openDialogFromMenu('More actions', 'Take off the store…')],
    ['questions and answers', '/admin/content/faqs'],
    ['open question', (page) => page.locator('details').first().locator('summary').click()],
  ],
}
