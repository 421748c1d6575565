import { type Browser, expect, type Page, test } from 'playwright/test'
import { postFromPage, signUp, waitForEmails, waitUntilHydrated, writePost } from '#test/e2e-helpers.ts'

const PASSWORD = 'a long enough one 4471'
const openAsNewUser = async (browser: Browser, email: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await signUp(page, email, PASSWORD)
  return page
}
/** Navigates through links, so that the page renders from cached data. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
  await page.goBack()
}
const makeEmail = (name: string) => `${name}-${Date.now()}@example.com`

test("a reader comments on a post and is emailed about the author's reply", async ({ browser, page }) => {
  const [writer, reader] = [makeEmail('writer'), makeEmail('reader')]
  const author = await openAsNewUser(browser, writer)
  const content =
    '<h2 style="text-align: center">Foils</h2><p>Ten <span style="font-size: 24px">volume</span>.</p>' +
    '<p><a href="https://example.com/">More</a></p>'
  const id = await writePost(author, { title: 'Lift & tone <b>', language: 'en', content })

  await page.goto('/posts')
  await page.getByRole('link', { name: 'Lift & tone <b>' }).first().click()
  await expect(page).toHaveURL(`/posts/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lift & tone <b>')
  await expect(page.getByText(/^Ana R\./).first()).toBeVisible()
  await expect(page.getByText('volume')).toHaveCSS('font-size', '24px')
  await expect(page.getByRole('heading', { name: 'Foils' })).toHaveCSS('text-align', 'center')
  await expect(page.getByRole('link', { name: 'More' })).toHaveAttribute('rel', 'nofollow noopener')
  await expect(page.getByText('Log in to comment.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveCount(0)

  const visitor = await openAsNewUser(browser, reader)
  await visitor.goto(`/posts/${id}`)
  const comment = visitor.getByRole('textbox', { name: 'Your comment' })
  await visitor.getByRole('button', { name: 'Comment' }).click()
  await expect(visitor.getByText('Content is required')).toBeVisible()
  await expect(comment).toBeFocused()
  await comment.fill('Which developer?\n<b>Thanks</b>')
  await visitor.getByRole('button', { name: 'Comment' }).click()
  await expect(visitor.getByRole('status').getByText('Your comment is live.')).toBeVisible()
  await expect(comment).toHaveValue('')
  await expect(visitor.getByText('<b>Thanks</b>')).toBeVisible()
  await expect(visitor.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await leaveAndReturn(visitor)
  await expect(visitor.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await expect(visitor.getByText('<b>Thanks</b>')).toBeVisible()

  // Reloads until the shared cached page is refreshed.
  await expect(async () => {
    await author.goto(`/posts/${id}`)
    await expect(author.getByText('Which developer?')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await author.getByRole('button', { name: 'Reply to Ana R.' }).click()
  const reply = author.getByRole('textbox', { name: 'Your reply to Ana R.' })
  await reply.fill('Ten volume.')
  await author.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(author.getByRole('status').getByText('Your reply is live.')).toBeVisible()
  await expect(reply).toHaveValue('')
  await expect(author.getByRole('list', { name: 'Replies to Ana R.' })).toContainText('Ten volume.')
  await leaveAndReturn(author)
  await expect(author.getByRole('heading', { name: '2 comments' })).toBeVisible()
  await expect(author.getByRole('list', { name: 'Replies to Ana R.' })).toContainText('Ten volume.')

  // The first email to an address is about its account, if there is one.
  await expect
    .poll(
      async () =>
        (await waitForEmails(reader, 1)).filter((message) => message.includes('replied to your comment')).length,
    )
    .toBe(1)
})

test('a failed comment shows an error and keeps the text', async ({ page }) => {
  await signUp(page, makeEmail('failing'), PASSWORD)
  const id = await writePost(page, { title: 'Failing', language: 'en', content: '' })
  await page.goto(`/posts/${id}`)
  await page.route('**/comments', (route) => route.abort())
  const button = page.getByRole('button', { name: 'Comment' })
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Hello')
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('There is an error, please try again later.')
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Hello')
  await expect(button).toBeEnabled()
})

test('posts are listed by language and marked with it', async ({ page }) => {
  await signUp(page, makeEmail('korean'), PASSWORD)
  const title = `봄 컬러 ${Date.now()}`
  const id = await writePost(page, { title, language: 'kr', content: '<p>따뜻한 구리색</p>' })
  await page.goto('/posts')
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Korean' }).click()
  await expect(page).toHaveURL('/posts?language=kr')
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/posts/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ko')

  // Screen readers switch the voice for the title in the breadcrumb and for comments.
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(title)
  await expect(breadcrumb).toHaveAttribute('lang', 'ko')
  const comment = '곱습니다.'
  await page.getByRole('textbox', { name: 'Your comment' }).fill(comment)
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByRole('main').getByRole('paragraph').filter({ hasText: comment })).toHaveAttribute('lang', 'ko')
})

test('search engines get title, description, URL and structured data of a post', async ({ page, request }) => {
  await signUp(page, makeEmail('facts'), PASSWORD)
  const content = `<p>Warm copper.</p><script>alert(1)</script>`
  const id = await writePost(page, { title: 'Facts & figures', language: 'cn', content })
  const html = await (await request.get(`/posts/${id}`)).text()
  expect(html).toContain('<title>Facts &amp; figures – Salonfront</title>')
  expect(html).toContain('<meta name="description" content="Warm copper."/>')
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]+/posts/${id}"/>`))
  expect(html).toContain('<meta property="og:type" content="article"/>')
  const entries = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
  expect(entries.find((entry) => entry['@type'] === 'Article')).toMatchObject({
    headline: 'Facts & figures',
    author: { name: 'Ana R.' },
    inLanguage: 'zh',
  })
  expect(entries.some((entry) => entry['@type'] === 'BreadcrumbList')).toBe(true)
  expect((await request.get('/sitemap.xml').then((response) => response.text())).includes(`/posts/${id}<`)).toBe(true)
  expect((await request.get('/posts/2000000000')).status()).toBe(404)
})

test('without scripts, a post can be commented on and a comment replied to', async ({ browser, page }) => {
  await signUp(page, makeEmail('bare'), PASSWORD)
  const id = await writePost(page, { title: 'Bare', language: 'en', content: '<p>Bare.</p>' })
  const cookies = await page.context().cookies()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(cookies)
  const noScriptPage = await context.newPage()
  await noScriptPage.goto(`/posts/${id}`)
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

test('a long discussion is read page by page, with scripts and without', async ({ browser, page }) => {
  await signUp(page, makeEmail('talker'), PASSWORD)
  const id = await writePost(page, { title: 'Long', language: 'en', content: '<p>Talk.</p>' })
  for (let n = 1; n <= 43; n++) {
    expect(await postFromPage(page, `/posts/${id}/comments`, { content: `Message ${n}.` })).toBe(201)
  }
  const firstCommentId = (await (await page.request.get(`/posts/${id}.json`)).json()).comments[0].id
  for (let n = 1; n <= 8; n++) {
    const reply = { comment_id: firstCommentId, content: `Response ${n}.` }
    expect(await postFromPage(page, '/post/comments/reply', reply)).toBe(201)
  }

  await page.goto(`/posts/${id}`)
  const comments = page.getByRole('region', { name: '51 comments' })
  await expect(comments.getByText(/^Message /)).toHaveCount(20)
  await expect(comments.getByText(/^Response /)).toHaveCount(5)
  const moreReplies = comments.getByRole('link', { name: 'Show more replies' })
  await waitUntilHydrated(moreReplies)
  await moreReplies.press('Enter')
  await expect(comments.getByText(/^Response /)).toHaveCount(8)
  await expect(comments.getByText('Showing all replies.')).toBeFocused()

  // A comment written before all are loaded is shown separately, and merged when the others arrive.
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Message 44.')
  await page.getByRole('button', { name: 'Comment' }).click()
  const updatedComments = page.getByRole('region', { name: '52 comments' })
  await expect(updatedComments.getByRole('list', { name: 'Your comments' }).getByText('Message 44.')).toBeVisible()
  const moreComments = updatedComments.getByRole('link', { name: 'Show more comments' })
  await page.route('**/comments.json*', (route) => route.abort())
  await moreComments.click()
  await expect(updatedComments.getByRole('alert')).toHaveText(
    'We can’t load more comments right now. Please try again.',
  )
  await page.unroute('**/comments.json*')
  await moreComments.click()
  await expect(updatedComments.getByText(/^Message /)).toHaveCount(41)
  await moreComments.click()
  await expect(updatedComments.getByText(/^Message /)).toHaveText(
    Array.from({ length: 44 }, (_, n) => `Message ${n + 1}.`),
  )
  await expect(updatedComments.getByRole('list', { name: 'Your comments' })).toHaveCount(0)

  // A comment written after all are loaded, and a reply to a comment loaded later, eventually appear for others.
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Message 45.')
  await page.getByRole('button', { name: 'Comment' }).click()
  const lateComment = page.getByRole('listitem').filter({ hasText: 'Message 43.' })
  await lateComment.getByRole('button', { name: /^Reply/ }).click()
  await lateComment.getByRole('textbox').fill('Response late.')
  await lateComment.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(lateComment.getByText('Your reply is live.')).toBeVisible()
  await leaveAndReturn(page)
  const allComments = page.getByRole('region', { name: '54 comments' })
  await expect(allComments.getByText(/^Message /)).toHaveText(Array.from({ length: 45 }, (_, n) => `Message ${n + 1}.`))
  await expect(lateComment.getByText('Response late.')).toBeVisible()

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
