import { expect, it } from 'vitest'
import { joinPacked, type PackDeps, packEach } from './pack-orders.ts'

function shop(clearsOn: Record<number, string>) {
  const packed: [id: number, body: object][] = []
  const deps: PackDeps = {
    read: async (id) => ({ stepsTaken: id + 1, clearsOn: clearsOn[id] ?? null }),
    async pack(id, body) {
      if (id === 3) throw new Error('It is canceled.')
      packed.push([id, body])
      return id * 10
    },
    explain: (error) => (error as Error).message,
  }
  return { deps, packed }
}

it('leaves out orders whose check has not cleared, and names them', async () => {
  const { deps, packed } = shop({ 2: '2026-12-03' })
  expect(await packEach([1, 2, 3, 4], false, deps)).toEqual({
    shipments: [10, 40],
    refused: [{ id: 3, why: 'It is canceled.' }],
    uncleared: [{ id: 2, clearsOn: '2026-12-03' }],
  })
  expect(packed).toEqual([
    [1, { expected_steps: 2 }],
    [4, { expected_steps: 5 }],
  ])
})

it('packs them once somebody has chosen so, and says of no other that its check may bounce', async () => {
  const { deps, packed } = shop({ 2: '2026-12-03' })
  expect(await packEach([1, 2], true, deps)).toEqual({ shipments: [10, 20], refused: [], uncleared: [] })
  expect(packed).toEqual([
    [1, { expected_steps: 2 }],
    [2, { expected_steps: 3, uncleared: true }],
  ])
})

it('joins what was packed anyway with what was packed before', () => {
  const before = { shipments: [10], refused: [{ id: 3, why: 'no' }], uncleared: [{ id: 2, clearsOn: '2026-12-03' }] }
  expect(joinPacked(before, { shipments: [20], refused: [], uncleared: [] })).toEqual({
    shipments: [10, 20],
    refused: [{ id: 3, why: 'no' }],
    uncleared: [],
  })
})
