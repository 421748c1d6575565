import { expect, test } from 'vitest'
import { describeType, listFields } from './describe-schema.ts'

test('nested fields have dotted names, and an optional part makes its fields optional', () => {
  const schema = {
    type: 'object',
    required: ['lines', 'type'],
    properties: {
      type: { enum: ['D', 'P'] },
      lines: {
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1, maximum: 99 } } },
      },
      shipping: { type: 'object', required: ['zip'], properties: { zip: { type: 'string', maxLength: 5 } } },
    },
  }
  expect(listFields(schema)).toEqual([
    { name: 'type', type: '"D" | "P"', required: true, note: '' },
    { name: 'lines', type: 'list of object', required: true, note: '' },
    { name: 'lines.id', type: 'integer', required: true, note: '1 to 99' },
    { name: 'shipping', type: 'object', required: false, note: '' },
    { name: 'shipping.zip', type: 'string', required: false, note: 'at most 5 characters' },
  ])
})

test('a union names every field once', () => {
  const first = { type: 'object', required: ['kind'], properties: { kind: { const: 'a' } } }
  const second = {
    type: 'object',
    required: ['kind', 'more'],
    properties: { kind: { const: 'b' }, more: { type: 'number' } },
  }
  expect(listFields({ oneOf: [first, second] }).map(({ name, required }) => [name, required])).toEqual([
    ['kind', false],
    ['more', false],
  ])
  expect(listFields({ allOf: [first, second] }).map(({ name, required }) => [name, required])).toEqual([
    ['kind', true],
    ['more', true],
  ])
})

test('a nullable type is marked as such', () => {
  expect(describeType({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null')
  expect(describeType({})).toBe('anything')
})
