import { expect, type Page } from 'playwright/test'
import type { StateGroup } from './check-states.ts'
import { changeResponse, expectText, openDialog, press, restoreResponses } from './steps.ts'

/** One product of each outcome, one of which becomes free. */
const FILE = [
  'Handle,Title,Variant Price,Variant Inventory Qty,Cost per item,Image Src',
  'keratin-repair-masque,Keratin Repair Masque,41.50,25,12,',
  'color-hold-shampoo,Color-Hold Shampoo 2,26.00,14,9,',
  'satin-headband,Satin Headband,9.00,0,2,https://127.0.0.1/headband.jpg',
  'sample-sachet,Sample Sachet,0.00,100,0,',
  'broken-row,Broken Row,12.5.0,3,1,',
].join('\n')

const uploadFile =
  (name: string, text = FILE) =>
  (page: Page) =>
    page.getByLabel('Product file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

export const productImportStates: StateGroup = {
  name: 'imports of products in the back office',
  as: 'manager',
  states: [
    ['no imports', '/admin/products/import', expectText('No imports yet')],
    ['file of another kind', uploadFile('prices.csv', 'PK\u0003\u0004 workbook'), expectText(/save it as “CSV UTF-8”/)],
    ['preview', uploadFile('spring prices.csv'), expectText('What this file leaves alone')],
    ['preview with stock', (page) => page.getByRole('checkbox', { name: /Also set the stock/ }).check()],
    ['refused products', press(/^Refused/, 'link'), expectText(/is not an amount in dollars/)],
    ['confirming an import', openDialog(/^Import \d/)],
    [
      'reading a file',
      changeResponse('**/admin/products/imports/*.json', (run) => ({ ...run, state: 'reading', percent: 40 })),
      (page) => page.reload(),
      expectText('Reading the file'),
    ],
    [
      'imported',
      restoreResponses,
      (page) => page.reload(),
      openDialog(/^Import \d/),
      (page) => page.getByRole('checkbox', { name: /for \$0.00/ }).check(),
      press('Import'),
      expectText(/products? added/),
    ],
    ['pictures that failed', press(/^Fetch \d/), expectText('The address leads to a private network.')],
    ['confirming an undo', openDialog('Undo import')],
    [
      'undone',
      (page) => page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click(),
      expectText(/The import was undone/),
    ],
    ['imports', '/admin/products/import', (page) => expect(page.getByText('spring prices.csv').first()).toBeVisible()],
  ],
}
