import type { Page } from 'playwright/test'
import { setupSteps } from '#contract/reporting/dashboard.ts'
import type { StateGroup } from './check-states.ts'
import {
  changeResponse,
  expectText,
  failCall,
  fill,
  openDialog,
  openDialogFromMenu,
  press,
  restoreResponses,
  submitIncomplete,
} from './steps.ts'

const MAILS = '/admin/settings/mails'

/** The demo shop has no tax rates. */
const taxRates = changeResponse('**/admin/settings/tax.json', (json) => ({
  ...json,
  data: [
    { state: 'NJ', zip_prefix: '', percent: 6.625, on_goods: true, on_shipping: true, phase: 'current' },
    { state: 'NY', zip_prefix: '100', percent: 8.875, on_goods: true, on_shipping: false, phase: 'upcoming' },
    { state: 'NY', zip_prefix: '', percent: 4, on_goods: true, on_shipping: false, phase: 'past' },
  ].map((rate, index) => ({ ...rate, from_date: `203${index}-01-01` })),
}))

const formerUrls = changeResponse('**/admin/settings/redirects.json*', () => ({
  data: [
    ['/blogs/news/the-very-long-title-of-an-article-about-the-care-of-curly-hair-in-winter', '/posts'],
    ['/pages/our-story', '/about'],
  ].map(([path, target]) => ({ path, target, version: '1' })),
  next: null,
  count: 2,
}))

const addLine = (line: string) => async (page: Page) => {
  const text = page.getByLabel('Text', { exact: true })
  await text.press('ControlOrMeta+End')
  await text.pressSequentially(line)
}

const steps = setupSteps.map((step) => ({ step, done: step === 'products' }))
const beforeOpening = changeResponse('**/admin/setup.json', () => ({ steps, is_open: false, is_demo: false }))
const newShop = changeResponse('**/admin/dashboard.json', (json) => ({ ...json, first_steps: steps }))
const noTerms = changeResponse('**/admin/terms.json', () => ({ data: [], text: '', version: '0' }))
const mailServer = changeResponse('**/admin/settings/mail-server.json', (json) => ({
  ...json,
  server: { host: 'smtp.example.com', port: 587, encryption: 'starttls', user_name: 'shop', has_password: true },
}))

export const settingsStates: StateGroup = {
  name: 'settings of the back office',
  as: 'owner',
  refusals: [409, 422],
  states: [
    ['settings', '/admin/settings'],
    ['change of a setting', openDialog('Change Pickup hours')],
    ['change of a switch', openDialog(/^Change Review posts/)],
    ['change of an amount', openDialog(/^Change .*minimum payout/i)],
    ['settings found', '/admin/settings?search=hours'],
    ['settings not found', '/admin/settings?search=nothing-like-this'],
    ['no tax rates', '/admin/settings/tax'],
    ['new tax rate without anything', openDialog('Add a rate'), submitIncomplete],
    ['tax', taxRates, '/admin/settings/tax'],
    ['change of a tax rate', openDialog(/^Change /)],
    ['removal of a tax rate', openDialog(/^Remove /)],
    ['shipping', restoreResponses, '/admin/settings/shipping'],
    ['new zone without anything', openDialog('Add a zone'), submitIncomplete],
    ['new method without anything', openDialog('Add a method'), submitIncomplete],
    ['removal of a method', openDialog(/^Remove /)],
    ['no redirects', '/admin/settings/redirects'],
    ['new redirect without anything', openDialog('Add redirect'), submitIncomplete],
    ['redirects', formerUrls, '/admin/settings/redirects'],
    ['change of a redirect', openDialog(/^Change /)],
    ['removal of a redirect', openDialog(/^Remove /)],
    ['import of redirects', openDialog('Import')],
    ['emptying of the demo', '/admin/settings', openDialog('Empty the demo store…'), submitIncomplete],
    ['terms', restoreResponses, '/admin/settings/terms'],
    ['draft of the terms', addLine('\n\nReturns are taken for 30 days.'), expectText('Returns are taken for 30 days.')],
    ['publishing without a reason', openDialog('Publish…'), submitIncomplete],
    ['texts of emails', MAILS],
    ['text of an email', `${MAILS}/order_placed`],
    [
      'text without its link',
      fill('Text', 'Hi {first_name}, <b>good news</b>.'),
      expectText(/must be in this email/),
      press('As text'),
    ],
    [
      'unsaved text',
      (page) => page.getByRole('navigation').getByRole('link', { name: 'Orders' }).first().click(),
      expectText('Leave without saving?'),
    ],
    [
      'text that cannot be loaded',
      press('Discard'),
      failCall(`**${MAILS}/*.json`, 422),
      `${MAILS}/order_completed`,
      expectText('The email text could not be loaded'),
    ],
  ],
}

export const staffStates: StateGroup = {
  name: 'staff, status and audit in the back office',
  as: 'owner',
  refusals: [404, 422],
  states: [
    ['today', '/admin'],
    ['setup of a new shop', newShop, '/admin', expectText('Set up your store')],
    ['setup', beforeOpening, '/admin/setup'],
    ['settings of the setup', '/admin/setup?step=counter'],
    ['shipping rates of the setup', '/admin/setup?step=shipping'],
    [
      'flat rate without an amount',
      (page) => page.getByRole('radio', { name: 'One price everywhere' }).check(),
      press('Use these rates and continue'),
      expectText('Enter an amount.'),
    ],
    ['tax of the setup', '/admin/setup?step=taxes'],
    ['terms of the setup', noTerms, '/admin/setup?step=terms'],
    ['mail server of the setup', mailServer, '/admin/setup?step=mail'],
    ['test order', '/admin/setup?step=test_order', press('Place a test order'), expectText('The customer’s email')],
    ['opening', '/admin/setup?step=open'],
    ['staff', restoreResponses, '/admin/staff'],
    ['new staff without anything', openDialog('Add staff'), submitIncomplete],
    ['change of staff without a reason', openDialog('Edit'), submitIncomplete],
    ['reset of a password', openDialogFromMenu('Reset …', 'Password'), submitIncomplete],
    ['approvals', '/admin/approvals'],
    ['profile', '/admin/profile'],
    ['change of the name', openDialog('Change name')],
    ['new recovery codes without proof', openDialog('New recovery codes'), submitIncomplete],
    ['audit', '/admin/audit'],
    ['audit of nobody', '/admin/audit?actor=nothing-like-this'],
    ['status', '/admin/status'],
    ['not found', '/admin/nothing'],
  ],
}
