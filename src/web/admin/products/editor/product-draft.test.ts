import { expect, it } from 'vitest'
import { saveProductCall } from '#contract/catalog/admin-calls.ts'
import { emptyDraft, findChanges, toFields } from './product-draft.ts'

const draft = { ...emptyDraft, name: 'Brow Tint', price: '12.50', handle: 'brow-tint' }
const changesOf = (changes: Partial<typeof draft>) => findChanges(toFields(draft), toFields({ ...draft, ...changes }))
const errorsOf = (changes: Partial<typeof draft>) => {
  const { error } = saveProductCall.body.safeParse({ fields: changesOf(changes), expected_version: '1' })
  return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}

it('sends only changed fields, with amounts, times and weights converted', () => {
  expect(changesOf({})).toEqual({})
  expect(
    changesOf({
      ...{ price: '$1,250.00', sale_price: '999.99', sale_from: '2026-12-01T00:00', pounds: '1', tags: 'spa, , new' },
      commissionable_bp: '33.25%',
    }),
  ).toEqual({
    ...{ price: 1250, sale_price: 999.99, sale_from: '2026-12-01T05:00:00.000Z', weight_grams: 454 },
    ...{ tags: ['spa', 'new'], commissionable_bp: 3325 },
  })
})

it('has the contract refuse what is no number, amount or time', () => {
  expect(errorsOf({ price: 'ten' })).toEqual([['fields.price', 'Enter an amount.']])
  expect(errorsOf({ sale_price: 'x' })).toEqual([['fields.sale_price', 'Enter an amount.']])
  expect(errorsOf({ commissionable_bp: '101' })).toEqual([
    ['fields.commissionable_bp', 'Enter a share from 0 to 100 percent.'],
  ])
  expect(errorsOf({ pounds: 'a' })).toEqual([['fields.weight_grams', 'Enter a weight of 0 or more.']])
  expect(errorsOf({ visible_from: '0001-01-01T00:00' })).toEqual([['fields.visible_from', 'Enter a date and a time.']])
  expect(errorsOf({ pv: '1.5' })).toEqual([['fields.pv', 'Enter a whole number of points.']])
})

it('leaves out pictures that are not uploaded', () => {
  const picture = { key: 'a', src: '/uploads/a', source_url: null, alt: '' }
  const images = [picture, { ...picture, key: 'b', src: null, upload: { state: 'uploading' } as const }]
  expect(changesOf({ images })).toEqual({ images: [{ src: '/uploads/a', source_url: null, alt: '' }] })
})
