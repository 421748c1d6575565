import { expect, it } from 'vitest'
import { makeSealer } from './sealer.ts'

const sealer = makeSealer('a secret of at least thirty-two letters')
const plain = Buffer.from('some private text')

it('opens its own seals, and seals equal data differently each time', () => {
  const sealed = sealer.seal('test', 7, plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(sealer.seal('test', 7, plain).equals(sealed)).toBe(false)
  expect(sealer.open('test', 7, sealed)).toEqual(plain)
})

it('opens nothing for another owner, purpose or secret, and nothing that was altered', () => {
  const sealed = sealer.seal('test', 7, plain)
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  const other = makeSealer('another secret of thirty-two letters or more')
  for (const open of [
    () => sealer.open('test', 8, sealed),
    () => sealer.open('other', 7, sealed),
    () => sealer.open('test', 7, changed),
    () => sealer.open('test', 7, sealed.subarray(0, 20)),
    () => other.open('test', 7, sealed),
  ]) {
    expect(open).toThrow()
  }
})

it('opens data sealed under the previous secret, and reseals it', () => {
  const rotated = makeSealer('a new secret of at least thirty-two letters', 'a secret of at least thirty-two letters')
  const sealed = sealer.seal('test', 7, plain)
  expect(rotated.open('test', 7, sealed)).toEqual(plain)
  expect(() => rotated.open('test', 8, sealed)).toThrow()
  const renewed = rotated.renewed('test', 7, sealed) ?? Buffer.alloc(0)
  expect(makeSealer('a new secret of at least thirty-two letters').open('test', 7, renewed)).toEqual(plain)
  expect(rotated.renewed('test', 7, renewed)).toBeUndefined()
})
