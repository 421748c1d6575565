import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matte } from './material.ts'
import { box } from './mesh.ts'
import { print } from './models/parts.ts'
import { render } from './render.ts'
import { shotOf } from './scenes.ts'
import type { Still } from './still.ts'

const [width, height] = [48, 60]
const block = (decals: ReturnType<typeof print>[] = []): Still => ({
  hue: '#d8b7a3',
  subject: [{ mesh: box(6, 8, 6, 0.2, 4), material: matte('#3a2d28', { decals }) }],
})

test('a scene renders identically every time, a dark block on lighter paper', () => {
  const draw = () => render(shotOf(block(), width, height, true), new Map())
  const picture = draw()
  assert.equal(picture.length, width * height * 3)
  assert.deepEqual(draw(), picture)
  const brightness = (x: number, y: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (picture[(y * width + x) * 3 + k] as number), 0)
  assert.ok(brightness(width / 2, height / 2) < brightness(2, 2) / 2)
})

test('a missing label is an error, not a blank', () => {
  const shot = shotOf(block([print('nowhere', 4, 4, 2)]), width, height, true)
  assert.throws(() => render(shot, new Map()), /No label nowhere/)
})
