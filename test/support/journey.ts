import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from 'playwright/test'

/** Products of the demo shop that journeys buy: a plain one, and one whose stock is plenty. */
export const masque = { id: 1, name: 'Keratin Repair Masque', price: 38 }

const dataDir = () => {
  const { E2E_DATA_DIR } = process.env
  if (!E2E_DATA_DIR) throw new Error('E2E_DATA_DIR is set by playwright.config.ts')
  return E2E_DATA_DIR
}

export async function addToCart(page: Page, productId: number, quantity = 1): Promise<void> {
  await page.goto(`/packages/${productId}`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Added to cart' })).toBeVisible()
}

export async function fillContact(page: Page, email: string): Promise<void> {
  const details = page.getByRole('group', { name: 'Your Details' })
  await details.getByLabel('First Name').fill('Ana')
  await details.getByLabel('Last Name').fill('Reyes')
  await details.getByLabel('Email Address').fill(email)
  await details.getByLabel('Phone Number').fill('2015550100')
}

/** Chooses Delivery to Englewood, NJ by ground. */
export async function fillDelivery(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  const address = page.getByRole('group', { name: 'Delivery Address' })
  await address.getByLabel('First Name').fill('Ana')
  await address.getByLabel('Last Name').fill('Reyes')
  await address.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await address.getByLabel('City').fill('Englewood')
  await address.getByLabel('State').selectOption('New Jersey')
  await address.getByLabel('Zipcode').fill('07631')
  await address.getByLabel('Phone Number').fill('2015550100')
  await page.getByRole('radio', { name: /^Ground/ }).check()
}

/** The mails in the outbox to one address, headers and body, as soon as there are `count` of them. */
export async function mailsTo(address: string, count: number): Promise<string[]> {
  const folder = join(dataDir(), 'outbox')
  const read = async () => {
    const files = await readdir(folder).catch(() => [])
    const mails = await Promise.all(
      files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8')),
    )
    return mails.filter((mail) => mail.includes(`To: ${address}`))
  }
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBe(count)
  return read()
}

/** Runs the command line on the running shop; throws when it says that something is wrong. */
export async function shopCommand(...arguments_: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/shop.ts', ...arguments_], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir() },
  })
  return stdout
}
