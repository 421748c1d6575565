import { expect, type Locator, type Page, test } from 'playwright/test'
import { addToCart, fillContact, fillDelivery, masque, nextStep, signUp, waitUntilHydrated } from '#test/e2e-helpers.ts'
import { pressEnterOn, typeInto } from '#test/keyboard.ts'

/** Types a California ZIP code for a New Jersey address, and expects the question about it. */
async function typeMismatchedZip(page: Page, form: Locator, zip: Locator): Promise<Locator> {
  await typeInto(page, zip, '90210')
  const question = form.getByRole('status').filter({ hasText: 'ZIP 90210 is in California.' })
  await expect(question).toBeVisible()
  return question
}

test('the checkout asks about a ZIP code of another state, and accepts either choice by keyboard', async ({ page }) => {
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'zip-question@example.com')
  await fillDelivery(page)
  const address = page.getByRole('group', { name: 'Delivery Address' })
  const [state, zip] = [address.getByLabel('State'), address.getByLabel('Zipcode')]

  const question = await typeMismatchedZip(page, address, zip)
  await zip.focus()
  await pressEnterOn(page, question.getByRole('button', { name: 'Change the state to California' }))
  await expect(question).toBeHidden()
  await expect(state).toHaveValue('CA')
  await expect(state).toBeFocused()

  await typeInto(page, zip, '07631')
  const secondQuestion = address.getByRole('status').filter({ hasText: 'ZIP 07631 is in New Jersey.' })
  await pressEnterOn(page, secondQuestion.getByRole('button', { name: 'Use it anyway' }))
  await expect(secondQuestion).toBeHidden()
  await expect(zip).toBeFocused()
  await expect(state).toHaveValue('CA')

  // Each ZIP code gets a new question.
  await typeInto(page, zip, '07632')
  await expect(address.getByRole('status').filter({ hasText: 'ZIP 07632 is in New Jersey.' })).toBeVisible()
  await typeInto(page, zip, '90210')
  await page.getByRole('radio', { name: /^Ground/ }).check()
  await nextStep(page)
})

test('the address dialog asks about a ZIP code of another state, and saves the chosen state', async ({ page }) => {
  await signUp(page, `zip-question-${Date.now()}@example.com`, 'lavender tubes 9')
  await page.goto('/account/addresses')
  const editButton = page.getByRole('button', { name: /^Edit/ }).first()
  await waitUntilHydrated(editButton)
  await editButton.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Address' })
  const question = await typeMismatchedZip(page, dialog, dialog.getByLabel('Zip Code'))
  await pressEnterOn(page, question.getByRole('button', { name: 'Use it anyway' }))
  await expect(dialog.getByLabel('Zip Code')).toBeFocused()

  const secondQuestion = dialog.getByRole('status').filter({ hasText: 'ZIP 90211 is in California.' })
  await typeInto(page, dialog.getByLabel('Zip Code'), '90211')
  await pressEnterOn(page, secondQuestion.getByRole('button', { name: 'Change the state to California' }))
  await expect(dialog.getByLabel('State')).toBeFocused()
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: '1 Main Street' })).toContainText('CA 90211')
})
