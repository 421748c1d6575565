import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createPublished } from '#server/content/documents/create-published.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { browserOf } from '#test/browser.ts'
import { makeProduct } from '#test/factories.ts'
import { openShopPage, pageTest } from '#test/page.tsx'

pageTest('the page of the product finder', (app) => {
  it('leads to products without questions, and with them to suggestions and why', async () => {
    const { db, connection } = app().services
    await openShopPage(browserOf(app), '/product-finder')
    await screen.findByText(/no questions for you yet/)

    const { id } = await makeProduct(db, { name: 'Masque' })
    await connection.pool.query(`update products set tags = '{treatment}' where id = $1`, [id])
    const meaning = { note: '', category_id: null, family_id: null }
    const answers = [
      { id: 1, label: 'Repair', ...meaning, tags: ['treatment'] },
      { id: 2, label: 'Style', ...meaning, tags: ['styling'] },
    ]
    const body = { questions: [{ id: 1, question: 'What should it do?', answers }] }
    const actor = { kind: 'system', job: 'test' } as const
    await inTransaction(db, (trx) => createPublished(trx, actor, { content: { kind: 'finder', body } }))

    const { user, path } = await openShopPage(browserOf(app), '/product-finder')
    await user.click(await screen.findByRole('radio', { name: /Repair/ }))
    await user.click(screen.getByRole('button', { name: 'Show suggestions' }))
    const heading = await screen.findByRole('heading', { name: 'We suggest' })
    expect(document.activeElement).toBe(heading)
    screen.getByText('Fits your answer: Repair')
    expect(path()).toBe('/product-finder?q1=1')
    await openShopPage(browserOf(app), '/product-finder?q1=2')
    await screen.findByRole('heading', { name: 'Nothing fits these answers' })
    expect(screen.getByRole('radio', { name: /Style/ })).toHaveProperty('checked', true)
  })
})
