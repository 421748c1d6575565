import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editLines } from './edit.ts'

const existingLines = [
  { position: 0, productId: 7, quantity: 3 },
  { position: 2, productId: 8, quantity: 1 },
  { position: 3, productId: null, quantity: 5 },
]

describe('an edit of lines', () => {
  it('keeps lines that it does not mention', () => {
    expect(editLines(existingLines, [], 9)).toEqual({
      ok: true,
      lines: existingLines,
      lowered: [],
      raised: [],
      added: [],
    })
  })

  it('raises, lowers, removes and adds', () => {
    const edited = editLines(
      existingLines,
      [
        { productId: 7, quantity: 5 },
        { position: 2, quantity: 0 },
        { position: 3, quantity: 4 },
        { productId: 11, quantity: 2 },
        { productId: 12, quantity: 0 },
      ],
      9,
    )
    expect(edited).toEqual({
      ok: true,
      lines: [
        { position: 0, productId: 7, quantity: 5 },
        { position: 3, productId: null, quantity: 4 },
        { position: 9, productId: 11, quantity: 2 },
      ],
      lowered: [
        { position: 2, quantity: 1 },
        { position: 3, quantity: 1 },
      ],
      raised: [
        { position: 0, productId: 7, quantity: 2 },
        { position: 9, productId: 11, quantity: 2 },
      ],
      added: [{ position: 9, productId: 11 }],
    })
  })

  it.each([
    [[{ position: 1, quantity: 2 }], { code: 'line_not_found', position: 1 }],
    [
      [
        { position: 0, quantity: 2 },
        { productId: 7, quantity: 2 },
      ],
      { code: 'duplicate_line' },
    ],
    [
      [
        { productId: 11, quantity: 2 },
        { productId: 11, quantity: 3 },
      ],
      { code: 'duplicate_line' },
    ],
    [[{ productId: 7, quantity: 100 }], { code: 'quantity_too_large', max: 99 }],
    [[{ position: 3, quantity: 6 }], { code: 'line_product_deleted', position: 3 }],
    [existingLines.map(({ position }) => ({ position, quantity: 0 })), { code: 'no_lines_left' }],
    [Array.from({ length: 98 }, (_, n) => ({ productId: 100 + n, quantity: 1 })), { code: 'too_many_lines', max: 100 }],
  ])('refuses %j', (changes, refusal) => {
    expect(editLines(existingLines, changes, 9)).toEqual({ ok: false, refusal })
  })

  it('raises and lowers by exactly the difference, for any change', () => {
    const line = fc.record({ productId: fc.integer({ min: 1, max: 8 }), quantity: fc.integer({ min: 0, max: 99 }) })
    const lines = fc.uniqueArray(line, { selector: ({ productId }) => productId })
    fc.assert(
      fc.property(lines, lines, (before, changes) => {
        const ordered = before.filter(({ quantity }) => quantity > 0).map((line, position) => ({ ...line, position }))
        const edited = editLines(ordered, changes, ordered.length)
        if (!edited.ok) {
          expect(edited.refusal).toEqual({ code: 'no_lines_left' })
          return
        }
        const expectedQuantities = new Map(
          [...ordered, ...changes].map(({ productId, quantity }) => [productId, quantity]),
        )
        const sumQuantities = (all: readonly { quantity: number }[]) =>
          all.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(new Map(edited.lines.map(({ productId, quantity }) => [productId, quantity]))).toEqual(
          new Map([...expectedQuantities].filter(([, quantity]) => quantity > 0)),
        )
        expect(sumQuantities(edited.lines)).toBe(
          sumQuantities(ordered) + sumQuantities(edited.raised) - sumQuantities(edited.lowered),
        )
      }),
    )
  })
})
