import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBvh, hit, trace } from './bvh.ts'
import { cross, dot, normalize, sequence, sub, type Vec } from './vector.ts'

const random = sequence(7)
const point = (reach: number): Vec => [(random() - 0.5) * reach, (random() - 0.5) * reach, (random() - 0.5) * reach]

/** Distance along a ray to one triangle, computed from its plane and its three sides. */
function distanceTo([a, b, c]: readonly [Vec, Vec, Vec], from: Vec, along: Vec): number {
  const normal = cross(sub(b, a), sub(c, a))
  const t = dot(sub(a, from), normal) / dot(along, normal)
  const at: Vec = [from[0] + along[0] * t, from[1] + along[1] * t, from[2] + along[2] * t]
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([p, q]) => dot(cross(sub(q as Vec, p as Vec), sub(at, p as Vec)), normal) > 0)
  return inside && t > 1e-4 ? t : Number.POSITIVE_INFINITY
}

test('a ray hits the same nearest triangle in the tree as in a full scan', () => {
  const triangles = Array.from({ length: 400 }, () => {
    const middle = point(20)
    const corner = (): Vec => {
      const [x, y, z] = point(3)
      return [middle[0] + x, middle[1] + y, middle[2] + z]
    }
    return [corner(), corner(), corner()] as const
  })
  const position = triangles.flat(2)
  const bvh = buildBvh(
    position,
    Array.from({ length: position.length / 3 }, (_, i) => i),
  )
  let struck = 0
  for (let ray = 0; ray < 500; ray++) {
    const from = point(40)
    const along = normalize(sub(point(10), from))
    const distances = triangles.map((triangle) => distanceTo(triangle, from, along))
    const nearest = Math.min(...distances)
    const found = trace(bvh, ...from, ...along, 1e9)
    assert.equal(found, nearest < Number.POSITIVE_INFINITY)
    if (!found) continue
    struck++
    assert.equal(hit.triangle, distances.indexOf(nearest))
    assert.ok(Math.abs(hit.t - nearest) < 1e-4)
  }
  assert.ok(struck > 100)
})
