import { expect, type Locator, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '#test/accessibility.ts'
import { signUp } from '#test/journey.ts'

const PASSWORD = 'lavender tubes 9'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Post' })
const text = (page: Page) => modal(page).getByRole('textbox', { name: 'Content' })
const save = (page: Page) => modal(page).getByRole('button', { name: 'Save' }).click()
const openFor = async (page: Page, button: Locator) => {
  await button.click()
  await expect(text(page)).toBeVisible()
}
const newPost = (page: Page) => openFor(page, page.getByRole('button', { name: 'New Post' }))
const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#8a3b2e' } })
    .png()
    .toBuffer()

/** Drops files of a few bytes. */
const drop = async (target: Locator, ...names: string[]) => {
  const dataTransfer = await target.page().evaluateHandle((names) => {
    const files = new DataTransfer()
    for (const name of names) files.items.add(new File(['bytes'], name, { type: 'image/png' }))
    return files
  }, names)
  const { x = 0, y = 0 } = (await target.boundingBox()) ?? {}
  await target.dispatchEvent('drop', { dataTransfer, clientX: x + 30, clientY: y + 20 })
}

/** Fails the test for whatever the browser complains about, a blocked style above all. */
function expectNoTrouble(page: Page): () => void {
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  return () => expect(trouble).toEqual([])
}

test('a post with a picture and an attachment is written, edited, and loses its attachment', async ({ page }) => {
  await signUp(page, 'writer@example.com', PASSWORD)
  const noTrouble = expectNoTrouble(page)
  await page.goto('/account')
  await page.getByRole('navigation', { name: 'My Account' }).getByRole('link', { name: 'My Posts' }).click()
  await expect(page.getByText('No Post Found!')).toBeVisible()

  await newPost(page)
  await expect(modal(page).getByLabel('Title')).toBeFocused()
  await save(page)
  await expect(modal(page).getByText('Title is required.')).toBeVisible()
  await modal(page).getByLabel('Title').fill('Winter care')
  await modal(page).getByLabel('Language').selectOption('Korean')
  await text(page).click()
  await page.keyboard.type('Rinse with ')
  await modal(page).getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('lukewarm water')
  await modal(page).getByRole('button', { name: 'Align center' }).click()
  await modal(page)
    .getByLabel('Picture file')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture() })
  await expect(text(page).locator('img[src^="/uploads/"]')).toBeVisible()
  await modal(page)
    .getByLabel('Attachment')
    .setInputFiles({ name: 'guide.txt', mimeType: 'text/plain', buffer: Buffer.from('Rinse, then dry.') })
  await expect(modal(page).getByRole('listitem').filter({ hasText: 'guide.txt' })).toContainText('16 bytes')
  await save(page)
  await expect(modal(page)).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: 'Winter care' })
  await expect(row.getByRole('cell')).toContainText([/^\d+$/, 'Winter care', 'guide.txt', 'Korean', '2', 'Edit'])
  await expect(row.getByRole('link', { name: 'Winter care' })).toHaveAttribute('href', /^\/posts\/\d+$/)
  const download = page.waitForEvent('download')
  await row.getByRole('link', { name: 'guide.txt' }).click()
  expect((await download).suggestedFilename()).toBe('guide.txt')

  await page.reload()
  await openFor(page, row.getByRole('button', { name: /^Edit/ }))
  await expect(text(page).locator('strong')).toHaveText('lukewarm water')
  await expect(text(page).locator('p').first()).toHaveCSS('text-align', 'center')
  await expect(text(page).locator('img[src^="/uploads/"]')).toBeVisible()
  await modal(page).getByLabel('Title').fill('Winter care, again')
  await modal(page).getByRole('button', { name: 'Remove guide.txt' }).click()
  await expect(modal(page).getByLabel('Attachment')).toBeFocused()
  await save(page)
  await expect(modal(page)).toBeHidden()
  const edited = page.getByRole('row').filter({ hasText: 'Winter care, again' })
  await expect(edited).not.toContainText('guide.txt')
  await page.reload()
  await expect(edited).not.toContainText('guide.txt')
  await expect(page.getByRole('row')).toHaveCount(2)

  await edited.getByRole('link', { name: 'Winter care, again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter care, again')
  await expect(page.getByRole('article').locator('p', { hasText: 'lukewarm' })).toHaveCSS('text-align', 'center')
  await expect(page.getByRole('article').locator('img[src^="/uploads/"]')).toBeVisible()
  noTrouble()
})

test('what cannot be kept is said, and nothing typed is lost', async ({ page }) => {
  await signUp(page, 'refused@example.com', PASSWORD)
  await page.goto('/account/posts')
  await newPost(page)
  await modal(page).getByLabel('Title').fill('Kept title')
  await text(page).click()
  await page.keyboard.type('Kept words')
  const notAPicture = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') }
  await modal(page).getByLabel('Picture file').setInputFiles(notAPicture)
  await expect(modal(page).getByRole('alert')).toHaveText('Fail to upload image!')

  await drop(text(page), 'notes.pdf')
  await expect(modal(page).getByRole('alert')).toHaveText('Fail to upload image!')
  const attachment = modal(page).getByLabel('Attachment')
  await attachment.setInputFiles({ name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await expect(attachment).toHaveAccessibleDescription(/setup\.exe is not of a type that can be added\./)
  await attachment.setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
  await expect(attachment).toHaveAccessibleDescription(/empty\.pdf is empty\./)
  await drop(attachment, 'one.pdf', 'two.pdf')
  await expect(attachment).toHaveAccessibleDescription(/Please choose one file\./)
  await drop(attachment, 'dropped.pdf')
  await expect(modal(page).getByRole('listitem').filter({ hasText: 'dropped.pdf' })).toBeVisible()
  await attachment.setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('\0MZ') })
  await save(page)
  await expect(modal(page).getByText('Can not save post, please try again!')).toBeVisible()
  await expect(modal(page).getByLabel('Title')).toHaveValue('Kept title')
  await expect(text(page)).toHaveText('Kept words')
  await modal(page).getByRole('button', { name: 'Remove fake.pdf' }).click()

  const answers = [false, false, true]
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    return answers.shift() ? question.accept() : question.dismiss()
  })
  await text(page).press('Escape')
  await expect(modal(page)).toBeVisible()
  await text(page).press('Escape')
  await expect(modal(page)).toBeVisible()
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(modal(page)).toBeHidden()
  expect(questions).toEqual(Array(3).fill('Your changes to this post are not saved. Close it anyway?'))
  await newPost(page)
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(modal(page)).toBeHidden()
  expect(questions).toHaveLength(3)
})

test('the toolbar is used by keyboard alone', async ({ page }) => {
  await signUp(page, 'keyboard@example.com', PASSWORD)
  const noTrouble = expectNoTrouble(page)
  await page.goto('/account/posts')
  await newPost(page)
  const tool = (name: string) => modal(page).getByRole('toolbar').getByLabel(name, { exact: true })
  await text(page).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(tool('Undo')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tool('Picture')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tool('Block format')).toBeFocused()
  await page.keyboard.type('Header 3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tool('Bold')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Before you begin')
  await expect(text(page).locator('h3 strong')).toHaveText('Before you begin')

  await page.keyboard.press('Enter')
  await page.keyboard.press('Alt+F10')
  await expect(tool('Bold')).toBeFocused()
  await tool('Link').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('alert')).toHaveText('Please enter a web address or an email address.')
  await modal(page).getByLabel('Link address').fill('example.com/care')
  await page.keyboard.press('Enter')
  await expect(text(page).getByRole('link')).toHaveAttribute('href', 'https://example.com/care')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(text(page).getByRole('link')).toHaveCount(0)
  noTrouble()
})

test('twenty posts a page: a change stays where it was made, a new post is shown on the first', async ({ page }) => {
  await signUp(page, 'many@example.com', PASSWORD)
  await page.goto('/account/posts')
  await page.evaluate(async () => {
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
    for (let number = 1; number <= 21; number++) {
      const body = new FormData()
      body.set('title', `Post number ${number}.`)
      body.set('language', 'en')
      await fetch('/account/posts/save', { method: 'POST', headers: { 'x-csrf-token': token }, body })
    }
  })
  await page.reload()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(21)
  await expect(rows.nth(1)).toContainText('Post number 21.')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click()
  await expect(rows).toHaveCount(2)
  await openFor(page, page.getByRole('button', { name: 'Edit Post number 1.' }))
  await modal(page).getByLabel('Title').fill('The first of all')
  await save(page)
  await expect(rows.nth(1)).toContainText('The first of all')
  await expect(page).toHaveURL('/account/posts?page=2')
  await newPost(page)
  await modal(page).getByLabel('Title').fill('The last of all')
  await save(page)
  await expect(rows.nth(1)).toContainText('The last of all')
  await expect(page).toHaveURL('/account/posts')
})

test('writing a post has no accessibility finding', async ({ page }) => {
  await signUp(page, 'posts-axe@example.com', PASSWORD)
  await page.goto('/account/posts')
  await expect(page.getByText('No Post Found!')).toBeVisible()
  await expectAccessible(page)
  await newPost(page)
  await save(page)
  await modal(page)
    .getByLabel('Attachment')
    .setInputFiles({ name: 'setup.exe', mimeType: '', buffer: Buffer.from('MZ') })
  await modal(page)
    .getByLabel('Picture file')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(9) })
  await modal(page).getByRole('button', { name: 'Link' }).click()
  await expect(modal(page).getByText('Fail to upload image!')).toBeVisible()
  await expectAccessible(page)
  await modal(page).getByLabel('Title').fill('Winter care')
  await save(page)
  await expect(page.getByRole('row').filter({ hasText: 'Winter care' })).toBeVisible()
  await expectAccessible(page)
})
