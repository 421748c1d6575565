import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { labelTexts } from './label-texts.ts'
import { shotOf, slides, stills } from './scenes.ts'

const scenes = { ...stills, ...slides }

test('every scene can be built, with text for all its labels', () => {
  for (const [name, scene] of Object.entries(scenes)) {
    const { parts, view } = shotOf(scene(), 128, 160, true)
    assert.ok(parts.length > 0, name)
    assert.ok(view.distance > 0 && view.target.every(Number.isFinite), name)
    for (const { material, mesh } of parts) {
      assert.ok(mesh.index.length > 0, name)
      for (const { texture } of material.decals) assert.ok(labelTexts[texture], `${name} prints ${texture}`)
    }
  }
})

test("the shop's folder has exactly the pictures of these scenes", () => {
  const files = readdirSync(new URL('../../db/seed/pictures', import.meta.url))
  const drawn = new Set(files.map((file) => file.replace(/-\d+\.(avif|webp)$/, '')))
  assert.deepEqual([...drawn].sort(), Object.keys(scenes).sort())
})
