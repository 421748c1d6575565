import { emptyMesh, type Mesh } from './mesh.ts'

type Point = [number, number]

const area = (p: Point[]) =>
  p.reduce((sum, a, i) => {
    const b = p[(i + 1) % p.length] as Point
    return sum + a[0] * b[1] - b[0] * a[1]
  }, 0) / 2

const turn = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Ear clipping: slow for large outlines, exact for the few hundred points used here. */
function triangles(outline: Point[]): number[] {
  const rest = outline.map((_, i) => i)
  const out: number[] = []
  let guard = outline.length * outline.length
  while (rest.length > 2 && guard-- > 0)
    for (let i = 0; i < rest.length; i++) {
      const [ia, ib, ic] = [rest[(i + rest.length - 1) % rest.length], rest[i], rest[(i + 1) % rest.length]] as [
        number,
        number,
        number,
      ]
      const [a, b, c] = [outline[ia], outline[ib], outline[ic]] as [Point, Point, Point]
      if (turn(a, b, c) <= 1e-12 && rest.length > 3) continue
      const blocked = rest.some((k) => {
        if (k === ia || k === ib || k === ic) return false
        const p = outline[k] as Point
        return turn(a, b, p) > 0 && turn(b, c, p) > 0 && turn(c, a, p) > 0
      })
      if (blocked) continue
      out.push(ia, ib, ic)
      rest.splice(i, 1)
      break
    }
  return out
}

/** A flat outline in x, z, extruded in y, with a narrow bevel that catches the light. */
export function prism(outline: Point[], thickness: number, bevel = 0.04): Mesh {
  const mesh = emptyMesh()
  const line = area(outline) > 0 ? outline : [...outline].reverse()
  const n = line.length
  const normals = line.map((b, i) => {
    const a = line[(i + n - 1) % n] as Point
    const c = line[(i + 1) % n] as Point
    const x = c[1] - a[1]
    const z = a[0] - c[0]
    const l = Math.hypot(x, z) || 1
    return { own: b, x: x / l, z: z / l }
  })
  const ring = (inset: number, y: number, side: number, up: number) => {
    const first = mesh.position.length / 3
    for (const { own, x, z } of normals) {
      mesh.position.push(own[0] - x * inset, y, own[1] - z * inset)
      const l = Math.hypot(side, up) || 1
      mesh.normal.push((x * side) / l, up / l, (z * side) / l)
      mesh.uv.push(own[0], own[1])
    }
    return first
  }
  const join = (a: number, b: number) => {
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n
      mesh.index.push(a + i, a + j, b + i, a + j, b + j, b + i)
    }
  }
  const half = thickness / 2
  join(ring(0, -half + bevel, 1, 0), ring(0, half - bevel, 1, 0))
  join(ring(0, half - bevel, 1, 0.6), ring(bevel, half, 0.6, 1))
  join(ring(bevel, -half, 0.6, -1), ring(0, -half + bevel, 1, -0.6))
  const inner = normals.map(({ own, x, z }): Point => [own[0] - x * bevel, own[1] - z * bevel])
  const cap = triangles(inner)
  for (const up of [1, -1]) {
    const first = ring(bevel, up * half, 0, up)
    for (const i of cap) mesh.index.push(first + i)
  }
  return mesh
}
