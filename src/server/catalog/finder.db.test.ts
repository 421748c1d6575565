import { expect, it } from 'vitest'
import type { Finder } from '#contract/content/finder.ts'
import { createPublished } from '#server/content/documents/create-published.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'

const answer = (id: number, label: string, meaning: object = {}) => ({
  ...{ id, label, note: '', category_id: null, tags: [] as string[], family_id: null },
  ...meaning,
})

databaseTest('the product finder', (connection) => {
  const suite = appForSuite(connection)
  const find = async (search = '') => (await browserOf(suite).get(`/product-finder.json${search}`)).json<Finder>()
  const listSuggested = async (search: string) =>
    (await find(search)).suggestions.map(({ product, reasons }) => [product.name, reasons])

  it('has no questions until owners write some', async () => {
    expect(await find()).toEqual({ questions: [], is_answered: false, suggestions: [] })
  })

  it('suggests the three products that fit most answers, and says which', async () => {
    const { db, pool } = connection()
    const hair = await makeCategory(db)
    const care = await makeCategory(db)
    await pool.query('update categories set parent_id = $1 where id = $2', [hair.id, care.id])
    const make = async (name: string, tags: string[], categoryId?: number, active = true) => {
      const { id } = await makeProduct(db, { name, active, ...(categoryId && { categoryId: categoryId as never }) })
      await pool.query('update products set tags = $1 where id = $2', [tags, id])
    }
    await make('Masque', ['Treatment', 'dry'], care.id)
    await make('Shampoo', ['dry'], hair.id)
    await make('Spray', ['styling'], hair.id)
    await make('Gloss', ['treatment'], hair.id)
    await make('Serum', ['treatment', 'dry'])
    await make('Former masque', ['treatment', 'dry'], hair.id, false)
    const questions = [
      { id: 1, question: 'Service', answers: [answer(1, 'Hair', { category_id: hair.id }), answer(2, 'Anything')] },
      { id: 2, question: 'Concern', answers: [answer(1, 'Repair', { tags: ['treatment'] }), answer(2, 'Anything')] },
      { id: 3, question: 'Type', answers: [answer(1, 'Dry', { tags: ['DRY'] }), answer(2, 'Anything')] },
    ]
    const actor = { kind: 'system', job: 'test' } as const
    await inTransaction(db, (trx) => createPublished(trx, actor, { content: { kind: 'finder', body: { questions } } }))

    expect(await listSuggested('?q1=1&q2=1&q3=1')).toEqual([
      ['Masque', ['Hair', 'Repair', 'Dry']],
      ['Shampoo', ['Hair', 'Dry']],
      ['Gloss', ['Hair', 'Repair']],
    ])
    expect(await listSuggested('?q2=1&q3=1')).toEqual([
      ['Masque', ['Repair', 'Dry']],
      ['Serum', ['Repair', 'Dry']],
      ['Shampoo', ['Dry']],
    ])
    const { questions: shown, is_answered } = await find('?q1=1')
    expect([shown[0]?.answers.map(({ chosen }) => chosen), is_answered]).toEqual([[true, false], true])
    // Old, mistyped and hostile answers are ignored.
    for (const search of ['?q1=99', '?q1=%00', "?q1=1'--", '?q9=1', `?q1=${'1'.repeat(300)}`])
      expect(await find(search)).toMatchObject({ is_answered: false, suggestions: [] })
    expect(await find('?q1=2&q2=2')).toMatchObject({ is_answered: true, suggestions: [] })
  })

  it('is changed as a document: a draft that is published, whose answers must be complete', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    const { version } = (await owner.get('/admin/content/finder.json')).json()
    const save = (questions: object[], expected_version = version) =>
      owner.post('/admin/content/finder/save', { content: { kind: 'finder', body: { questions } }, expected_version })
    const question = { id: 1, question: '<b>Which</b>?', answers: [answer(1, 'Yes'), answer(2, 'No')] }
    const refused = await save([{ ...question, answers: [answer(1, '')] }])
    expect([refused.statusCode, Object.keys(refused.json().errors).sort()]).toEqual([
      422,
      ['content.body.questions.0.answers', 'content.body.questions.0.answers.0.label'],
    ])
    expect((await save(Array.from({ length: 7 }, (_, index) => ({ ...question, id: index + 1 })))).statusCode).toBe(422)
    const saved = await save([question])
    expect([saved.statusCode, (await save([question])).statusCode]).toEqual([200, 409])
    const published = await owner.post('/admin/content/finder/publish', { expected_version: saved.json().version })
    expect(published.json()).toMatchObject({ title: 'Product finder', path: '/product-finder' })
  })
})
