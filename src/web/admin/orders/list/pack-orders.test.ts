import { expect, it } from 'vitest'
import { mergeResults, type PackDeps, packOrders } from './pack-orders.ts'

function createDeps(clearsOn: Record<number, string>) {
  const packed: [id: number, body: object][] = []
  const deps: PackDeps = {
    read: async (id) => ({ version: `v${id}`, clearsOn: clearsOn[id] ?? null }),
    async pack(id, body) {
      if (id === 3) throw new Error('It is canceled.')
      packed.push([id, body])
      return id * 10
    },
    explain: (error) => (error as Error).message,
  }
  return { deps, packed }
}

it('leaves out and lists orders whose check has not cleared', async () => {
  const { deps, packed } = createDeps({ 2: '2026-12-03' })
  expect(await packOrders([1, 2, 3, 4], false, deps)).toEqual({
    shipments: [10, 40],
    refused: [{ id: 3, reason: 'It is canceled.' }],
    uncleared: [{ id: 2, clearsOn: '2026-12-03' }],
  })
  expect(packed).toEqual([
    [1, { expected_version: 'v1' }],
    [4, { expected_version: 'v4' }],
  ])
})

it('packs uncleared orders when confirmed, and confirms only those', async () => {
  const { deps, packed } = createDeps({ 2: '2026-12-03' })
  expect(await packOrders([1, 2], true, deps)).toEqual({ shipments: [10, 20], refused: [], uncleared: [] })
  expect(packed).toEqual([
    [1, { expected_version: 'v1' }],
    [2, { expected_version: 'v2', uncleared: true }],
  ])
})

it('merges orders packed anyway with those packed before', () => {
  const before = { shipments: [10], refused: [{ id: 3, reason: 'no' }], uncleared: [{ id: 2, clearsOn: '2026-12-03' }] }
  expect(mergeResults(before, { shipments: [20], refused: [], uncleared: [] })).toEqual({
    shipments: [10, 20],
    refused: [{ id: 3, reason: 'no' }],
    uncleared: [],
  })
})
