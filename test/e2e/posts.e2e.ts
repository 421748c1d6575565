import { expect, test } from 'playwright/test'
import { createPoster, signUp, writePost } from '#test/e2e-helpers.ts'

const PASSWORD = 'a long enough one 4471'
const makeEmail = (name: string) => `${name}-${Date.now()}@example.com`

test('without scripts, a post can be commented on and a comment replied to', { tag: '@core' }, async ({
  browser,
  page,
}) => {
  await signUp(page, makeEmail('bare'), PASSWORD)
  const content = '<h2 style="text-align: center">Foils</h2><p>Ten <span style="font-size: 24px">volume</span>.</p>'
  const id = await writePost(page, { title: 'Bare', language: 'en', content })
  expect((await page.request.get('/posts/2000000000')).status()).toBe(404)
  const cookies = await page.context().cookies()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(cookies)
  const noScriptPage = await context.newPage()
  await noScriptPage.goto(`/posts/${id}`)
  await expect(noScriptPage.getByText('volume')).toHaveCSS('font-size', '24px')
  await expect(noScriptPage.getByRole('heading', { name: 'Foils' })).toHaveCSS('text-align', 'center')
  await noScriptPage.getByRole('textbox', { name: 'Your comment' }).fill('A plain comment')
  await noScriptPage.getByRole('button', { name: 'Comment' }).click()
  await expect(noScriptPage).toHaveURL(new RegExp(`/posts/${id}#comment-\\d+$`))
  await expect(async () => {
    await noScriptPage.reload()
    await noScriptPage.locator('summary', { hasText: 'Reply to Ana R.' }).click({ timeout: 5_000 })
  }).toPass()
  await noScriptPage.getByRole('textbox', { name: 'Your reply to Ana R.' }).fill('A plain reply')
  await noScriptPage.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(async () => {
    await noScriptPage.reload()
    await expect(noScriptPage.getByText('A plain reply')).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('without scripts, a long discussion is read page by page', async ({ browser, page }) => {
  await signUp(page, makeEmail('talker'), PASSWORD)
  const id = await writePost(page, { title: 'Long', language: 'en', content: '<p>Talk.</p>' })
  const post = await createPoster(page.request)
  for (let n = 1; n <= 43; n++) expect(await post(`/posts/${id}/comments`, { content: `Message ${n}.` })).toBe(201)
  const firstCommentId = (await (await page.request.get(`/posts/${id}.json`)).json()).comments[0].id
  for (let n = 1; n <= 8; n++) {
    const reply = { comment_id: firstCommentId, content: `Response ${n}.` }
    expect(await post('/post/comments/reply', reply)).toBe(201)
  }
  const noScriptPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await noScriptPage.goto(`/posts/${id}`)
  await noScriptPage.getByRole('link', { name: 'Show more comments' }).click()
  await expect(noScriptPage.getByText(/^Message /)).toHaveText(
    Array.from({ length: 20 }, (_, n) => `Message ${n + 21}.`),
  )
  await noScriptPage.getByRole('link', { name: 'Show comments from the start' }).click()
  await noScriptPage.getByRole('link', { name: 'Show more replies' }).click()
  await expect(noScriptPage.getByText(/^Response /)).toHaveText(['Response 6.', 'Response 7.', 'Response 8.'])
})
