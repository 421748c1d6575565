import { add, cross, mix, normalize, radians, scale, sub, type Vec } from './vector.ts'

/** Triangles in centimeters. uv is in centimeters too, so that a label's size is a real size. */
export type Mesh = { position: number[]; normal: number[]; uv: number[]; index: number[] }

export const emptyMesh = (): Mesh => ({ position: [], normal: [], uv: [], index: [] })

function vertex(mesh: Mesh, p: Vec, n: Vec, u: number, v: number) {
  mesh.position.push(p[0], p[1], p[2])
  mesh.normal.push(n[0], n[1], n[2])
  mesh.uv.push(u, v)
}

/** Joins the vertices of a (columns + 1) × (rows + 1) grid that begins at `first`. */
function weave(mesh: Mesh, first: number, columns: number, rows: number) {
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const a = first + j * (columns + 1) + i
      const b = a + columns + 1
      mesh.index.push(a, a + 1, b, a + 1, b + 1, b)
    }
}

/** [radius, height, rounding]; rounding 0 keeps the corner sharp. */
export type ProfilePoint = [number, number, number?]
type Ring = { r: number; y: number; nr: number; ny: number }

/** Turns corners into arcs and long walls into short steps; each ring gets its normal. */
function rings(profile: ProfilePoint[], step: number): Ring[] {
  const line: { r: number; y: number; smooth: boolean }[] = []
  profile.forEach(([r, y, rounding = 0.12], i) => {
    const before = profile[i - 1]
    const after = profile[i + 1]
    if (!before || !after || rounding === 0) {
      line.push({ r, y, smooth: false })
      return
    }
    const toBefore = Math.hypot(before[0] - r, before[1] - y)
    const toAfter = Math.hypot(after[0] - r, after[1] - y)
    const reach = Math.min(rounding, toBefore * 0.49, toAfter * 0.49)
    const a = [r + ((before[0] - r) / toBefore) * reach, y + ((before[1] - y) / toBefore) * reach] as const
    const b = [r + ((after[0] - r) / toAfter) * reach, y + ((after[1] - y) / toAfter) * reach] as const
    for (let k = 0; k <= 6; k++) {
      const t = k / 6
      const s = 1 - t
      line.push({
        r: s * s * a[0] + 2 * s * t * r + t * t * b[0],
        y: s * s * a[1] + 2 * s * t * y + t * t * b[1],
        smooth: true,
      })
    }
  })
  const out: Ring[] = []
  const normalOf = (i: number): [number, number] => {
    const a = line[i]
    const b = line[i + 1]
    if (!a || !b) return [0, 1]
    const l = Math.hypot(b.r - a.r, b.y - a.y) || 1
    return [(b.y - a.y) / l, (a.r - b.r) / l]
  }
  for (let i = 0; i + 1 < line.length; i++) {
    const a = line[i] as { r: number; y: number; smooth: boolean }
    const b = line[i + 1] as { r: number; y: number; smooth: boolean }
    const own = normalOf(i)
    const blend = (j: number): [number, number] => {
      const other = normalOf(j)
      const l = Math.hypot(own[0] + other[0], own[1] + other[1]) || 1
      return [(own[0] + other[0]) / l, (own[1] + other[1]) / l]
    }
    const na = a.smooth && i > 0 ? blend(i - 1) : own
    const nb = b.smooth && i + 2 < line.length ? blend(i + 1) : own
    const span = Math.hypot(b.r - a.r, b.y - a.y)
    if (span < 1e-6) continue
    const pieces = Math.max(1, Math.min(24, Math.ceil(span / step)))
    const last = out[out.length - 1]
    const joined = last && last.r === a.r && last.y === a.y && Math.hypot(last.nr - na[0], last.ny - na[1]) < 1e-6
    for (let k = joined ? 1 : 0; k <= pieces; k++) {
      const t = k / pieces
      out.push({ r: mix(a.r, b.r, t), y: mix(a.y, b.y, t), nr: mix(na[0], nb[0], t), ny: mix(na[1], nb[1], t) })
    }
  }
  return out
}

export type LatheOptions = {
  segments?: number
  /** Radius at which u measures centimeters of arc; defaults to the widest. */
  at?: number
  step?: number
  /** Fluted walls: count, depth (share of the radius), and the heights between which they run. */
  ribs?: { count: number; depth: number; from: number; to: number }
}

/** A turned body. The profile runs from the bottom's center along the outside to the top's center. */
export function lathe(profile: ProfilePoint[], options: LatheOptions = {}): Mesh {
  const mesh = emptyMesh()
  const { ribs } = options
  const segments = options.segments ?? (ribs ? ribs.count * 6 : 64)
  const widest = Math.max(...profile.map((point) => point[0]))
  const height = Math.max(...profile.map((point) => point[1])) - Math.min(...profile.map((point) => point[1]))
  const at = options.at ?? widest
  const list = rings(profile, options.step ?? Math.max(height / 22, 0.12))
  for (const { r, y, nr, ny } of list)
    for (let i = 0; i <= segments; i++) {
      const angle = (i / segments) * 2 * Math.PI - Math.PI
      const sin = Math.sin(angle)
      const cos = Math.cos(angle)
      let radius = r
      let slope = 0
      if (ribs && y > ribs.from && y < ribs.to && nr > 0.5) {
        radius *= 1 + ribs.depth * Math.cos(ribs.count * angle)
        slope = ribs.depth * ribs.count * Math.sin(ribs.count * angle)
      }
      const n = normalize([sin * nr + cos * slope, ny, cos * nr - sin * slope])
      vertex(mesh, [sin * radius, y, cos * radius], n, angle * at, y)
    }
  weave(mesh, 0, segments, list.length - 1)
  return mesh
}

/** Any sheet given by a function of u, v in [0, 1]; `flip` turns the normals. */
export function surface(
  point: (u: number, v: number) => Vec,
  columns: number,
  rows: number,
  options: { flip?: boolean; uv?: (u: number, v: number, p: Vec) => [number, number] } = {},
): Mesh {
  const mesh = emptyMesh()
  const h = 1e-3
  const sign = options.flip ? -1 : 1
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++) {
      const u = i / columns
      const v = j / rows
      const p = point(u, v)
      const inner = Math.min(Math.max(v, h), 1 - h)
      const du = sub(point(u + h, inner), point(u - h, inner))
      const dv = sub(point(u, Math.min(v + h, 1)), point(u, Math.max(v - h, 0)))
      const [a, b] = options.uv?.(u, v, p) ?? [u, v]
      vertex(mesh, p, normalize(scale(cross(du, dv), sign)), a, b)
    }
  weave(mesh, 0, columns, rows)
  return mesh
}

/**
 * A box on the plane y = 0 with rounded edges; the uv of its front is in centimeters from the center of its bottom
 * edge.
 */
export function box(w: number, h: number, d: number, rounding = 0.1, cuts = 10): Mesh {
  const mesh = emptyMesh()
  const r = Math.min(rounding, w / 2.01, h / 2.01, d / 2.01)
  const half: Vec = [w / 2, h / 2, d / 2]
  const stops = (size: number) => {
    const inner = size - r
    const corner = [1, 2, 3].map((k) => inner + r * Math.tan((k * Math.PI) / 12))
    const flat = Array.from({ length: cuts + 1 }, (_, i) => mix(-inner, inner, i / cuts))
    return [...corner.map((x) => -x).reverse(), ...flat, ...corner]
  }
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const a = (axis + 1) % 3
      const b = (axis + 2) % 3
      const first = mesh.position.length / 3
      const us = stops(half[a] as number)
      const vs = stops(half[b] as number)
      for (const v of vs)
        for (const u of us) {
          const p: Vec = [0, 0, 0]
          p[axis] = side * (half[axis] as number)
          p[a] = u
          p[b] = v
          const core = p.map((x, k) => Math.max(-(half[k] as number) + r, Math.min((half[k] as number) - r, x))) as Vec
          const n = normalize(sub(p, core))
          const at = add(core, scale(n, r))
          // Only front and top have print; the other faces get a place outside of every decal.
          const printed: [number, number] =
            axis === 2 && side > 0
              ? [at[0], at[1] + half[1]]
              : axis === 1 && side > 0
                ? [at[0] + 1000, -at[2]]
                : [5000, 5000]
          vertex(mesh, [at[0], at[1] + half[1], at[2]], n, printed[0], printed[1])
        }
      weave(mesh, first, us.length - 1, vs.length - 1)
    }
  return mesh
}

/** A round bar along a path; thin enough, it is a bristle, a cable or a lash. */
export function sweep(path: Vec[], radius: (t: number) => number, sides = 10): Mesh {
  const mesh = emptyMesh()
  let side: Vec | null = null
  path.forEach((p, i) => {
    const ahead = normalize(sub(path[Math.min(i + 1, path.length - 1)] as Vec, path[Math.max(i - 1, 0)] as Vec))
    // Carries the previous frame along, which keeps the bar from twisting.
    const seed: Vec = side ?? (Math.abs(ahead[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0])
    const across = normalize(cross(seed, ahead))
    side = normalize(cross(ahead, across))
    const t = i / (path.length - 1)
    for (let k = 0; k <= sides; k++) {
      const angle = (k / sides) * 2 * Math.PI
      const n = add(scale(across, Math.cos(angle)), scale(side, Math.sin(angle)))
      vertex(mesh, add(p, scale(n, radius(t))), n, (k / sides) * 2 - 1, t)
    }
  })
  weave(mesh, 0, sides, path.length - 1)
  return mesh
}

export type Placement = { at?: Vec; turn?: number; tilt?: number; roll?: number; size?: number }

/** Rolls about z, tilts about x, turns about y (degrees), then moves. */
export function place(mesh: Mesh, { at = [0, 0, 0], turn = 0, tilt = 0, roll = 0, size = 1 }: Placement): Mesh {
  const [cz, sz, cx, sx, cy, sy] = [roll, tilt, turn].flatMap((d) => [Math.cos(radians(d)), Math.sin(radians(d))]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const rotate = (list: number[], s: number, move: Vec) => {
    const out = new Array<number>(list.length)
    for (let i = 0; i < list.length; i += 3) {
      const x0 = list[i] as number
      const y0 = list[i + 1] as number
      const z0 = list[i + 2] as number
      const x1 = x0 * cz - y0 * sz
      const y1 = x0 * sz + y0 * cz
      const y2 = y1 * cx - z0 * sx
      const z2 = y1 * sx + z0 * cx
      out[i] = (x1 * cy + z2 * sy) * s + move[0]
      out[i + 1] = y2 * s + move[1]
      out[i + 2] = (z2 * cy - x1 * sy) * s + move[2]
    }
    return out
  }
  return { ...mesh, position: rotate(mesh.position, size, at), normal: rotate(mesh.normal, 1, [0, 0, 0]) }
}

export function merge(...meshes: Mesh[]): Mesh {
  const out = emptyMesh()
  for (const mesh of meshes) {
    const first = out.position.length / 3
    for (const x of mesh.position) out.position.push(x)
    for (const x of mesh.normal) out.normal.push(x)
    for (const x of mesh.uv) out.uv.push(x)
    for (const x of mesh.index) out.index.push(x + first)
  }
  return out
}
