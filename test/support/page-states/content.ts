import type { Page } from 'playwright/test'
import type { StateGroup } from './check-states.ts'
import { closeDialog, expectText, fill, openDialog, openDialogFromMenu, press, submitIncomplete } from './steps.ts'

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
    ['home page', '/admin/content/home'],
    [
      'section without a heading',
      press('Add section'),
      press('Steps', 'menuitem'),
      press('Publish'),
      expectText('Enter a heading.'),
    ],
    ['slides', press('Discard changes'), '/admin/content/slides'],
    ['open slide', (page) => page.locator('details').first().locator('summary').click()],
    ['slide without anything', press('Add slide'), press('Publish'), expectText('Choose a picture.')],
    ['choice of a picture', openDialog(/^Choose picture/), expectText('Upload a picture')],
    ['notices', closeDialog, press('Discard changes'), '/admin/content/notices'],
    ['new notice', press('Add notice'), press('Publish'), expectText('Enter a title.')],
    ['announcement', press('Discard changes'), '/admin/content/announcement'],
    ['brand', '/admin/content/brand'],
    ['accent color', async (page) => page.getByRole('radio', { name: 'Your own color' }).check()],
    [
      'accent color without consent',
      press('Publish'),
      expectText('Allow the adjusted shades, or choose another color.'),
    ],
    ['questions and answers', press('Discard changes'), '/admin/content/faqs'],
    ['open question', (page) => page.locator('details').first().locator('summary').click()],
  ],
}
