import { masque } from '../e2e-helpers.ts'
import type { StateGroup } from './check-states.ts'
import { expectText, fill, openDialog, press } from './steps.ts'

const PACKAGE_ID = 32

export const productStates: StateGroup = {
  name: 'products in the back office',
  as: 'manager',
  refusals: [422],
  states: [
    ['products', '/admin/products'],
    [
      'selected products',
      (page) =>
        page
          .getByRole('checkbox', { name: /^Select / })
          .first()
          .check(),
    ],
    ['archiving products', openDialog('Archive')],
    ['archived products', '/admin/products?status=archived'],
    ['products not found', '/admin/products?search=nothing-like-this'],
    ['products in the grid', '/admin/products?grid=1'],
    [
      'cell with an error',
      async (page) => {
        await page.getByRole('gridcell').nth(1).click()
        await page.keyboard.type('12,5')
        await page.keyboard.press('Enter')
      },
      expectText('Use a point before cents'),
    ],
    ['product', `/admin/products/${masque.id}`],
    ['changed product', fill(/^SKU/, 'ORL-1011')],
    ['history of a product', press('Discard changes'), openDialog('History')],
    ['package', `/admin/products/${PACKAGE_ID}`],
    ['new product', '/admin/products/new'],
    ['new product without a name', press('Publish'), expectText('Enter a name.')],
  ],
}
