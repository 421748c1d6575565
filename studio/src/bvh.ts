/**
 * Bounding volume hierarchy of triangles. Uses plain typed arrays and one shared hit record: nearly all of the drawing
 * time is spent here, so nothing is allocated while tracing.
 */
export type Bvh = {
  bounds: Float32Array
  /** Per node: first triangle or right child, and the number of triangles (0 for inner nodes). */
  link: Int32Array
  corner: Float32Array
  /** Index of the input triangle, by its position in the tree. */
  order: Int32Array
}

const leafSize = 3

export function buildBvh(position: ArrayLike<number>, index: ArrayLike<number>): Bvh {
  const count = index.length / 3
  const low = new Float32Array(count * 3)
  const high = new Float32Array(count * 3)
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 3; k++) {
      const a = position[(index[t * 3] as number) * 3 + k] as number
      const b = position[(index[t * 3 + 1] as number) * 3 + k] as number
      const c = position[(index[t * 3 + 2] as number) * 3 + k] as number
      low[t * 3 + k] = Math.min(a, b, c)
      high[t * 3 + k] = Math.max(a, b, c)
    }
  const order = Int32Array.from({ length: count }, (_, i) => i)
  const bounds = new Float32Array(Math.max(1, count * 2) * 6)
  const link = new Int32Array(Math.max(1, count * 2) * 2)
  let nodes = 0

  const build = (from: number, to: number): number => {
    const node = nodes++
    const box = [1e30, 1e30, 1e30, -1e30, -1e30, -1e30]
    const centre = [1e30, 1e30, 1e30, -1e30, -1e30, -1e30]
    for (let i = from; i < to; i++) {
      const t = (order[i] as number) * 3
      for (let k = 0; k < 3; k++) {
        const l = low[t + k] as number
        const h = high[t + k] as number
        const c = (l + h) / 2
        if (l < (box[k] as number)) box[k] = l
        if (h > (box[k + 3] as number)) box[k + 3] = h
        if (c < (centre[k] as number)) centre[k] = c
        if (c > (centre[k + 3] as number)) centre[k + 3] = c
      }
    }
    for (let k = 0; k < 3; k++) {
      // Adds a small tolerance: rays along a flat face must not slip between rounding errors.
      bounds[node * 6 + k] = (box[k] as number) - 1e-4
      bounds[node * 6 + k + 3] = (box[k + 3] as number) + 1e-4
    }
    const split = to - from > leafSize ? bestSplit(from, to, centre) : null
    if (!split) {
      link[node * 2] = from
      link[node * 2 + 1] = to - from
      return node
    }
    let middle = from
    for (let i = from; i < to; i++) {
      const t = order[i] as number
      const c = ((low[t * 3 + split.axis] as number) + (high[t * 3 + split.axis] as number)) / 2
      if (c < split.at) {
        order[i] = order[middle] as number
        order[middle++] = t
      }
    }
    if (middle === from || middle === to) middle = (from + to) >> 1
    build(from, middle)
    link[node * 2] = build(middle, to)
    link[node * 2 + 1] = 0
    return node
  }

  const bins = 12
  const bestSplit = (from: number, to: number, centre: number[]) => {
    let best: { axis: number; at: number } | null = null
    let bestCost = Number.POSITIVE_INFINITY
    for (let axis = 0; axis < 3; axis++) {
      const start = centre[axis] as number
      const width = (centre[axis + 3] as number) - start
      if (width < 1e-6) continue
      const counts = new Array<number>(bins).fill(0)
      const boxes = Array.from({ length: bins }, () => [1e30, 1e30, 1e30, -1e30, -1e30, -1e30])
      for (let i = from; i < to; i++) {
        const t = (order[i] as number) * 3
        const c = ((low[t + axis] as number) + (high[t + axis] as number)) / 2
        const bin = Math.min(bins - 1, Math.floor(((c - start) / width) * bins))
        counts[bin] = (counts[bin] as number) + 1
        grow(boxes[bin] as number[], low, high, t)
      }
      for (let cut = 1; cut < bins; cut++) {
        const cost = side(counts, boxes, 0, cut) + side(counts, boxes, cut, bins)
        if (cost < bestCost) {
          bestCost = cost
          best = { axis, at: start + (width * cut) / bins }
        }
      }
    }
    return best
  }

  if (count > 0) build(0, count)
  const corner = new Float32Array(count * 9)
  for (let i = 0; i < count; i++) {
    const t = order[i] as number
    for (let k = 0; k < 3; k++) {
      const a = position[(index[t * 3] as number) * 3 + k] as number
      corner[i * 9 + k] = a
      corner[i * 9 + 3 + k] = (position[(index[t * 3 + 1] as number) * 3 + k] as number) - a
      corner[i * 9 + 6 + k] = (position[(index[t * 3 + 2] as number) * 3 + k] as number) - a
    }
  }
  return { bounds, link, corner, order }
}

function grow(box: number[], low: Float32Array, high: Float32Array, t: number) {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k] as number, low[t + k] as number)
    box[k + 3] = Math.max(box[k + 3] as number, high[t + k] as number)
  }
}

function side(counts: number[], boxes: number[][], from: number, to: number): number {
  let n = 0
  const box = [1e30, 1e30, 1e30, -1e30, -1e30, -1e30]
  for (let i = from; i < to; i++) {
    n += counts[i] as number
    const b = boxes[i] as number[]
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k] as number, b[k] as number)
      box[k + 3] = Math.max(box[k + 3] as number, b[k + 3] as number)
    }
  }
  if (n === 0) return 0
  const [x, y, z] = [0, 1, 2].map((k) => (box[k + 3] as number) - (box[k] as number)) as [number, number, number]
  return n * (x * y + y * z + z * x)
}

export const hit = { t: 0, triangle: -1, u: 0, v: 0 }
const stack = new Int32Array(96)

/** Finds the nearest triangle within `far` and stores it in `hit`. */
export function trace(
  bvh: Bvh,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  far: number,
): boolean {
  const { bounds, link, corner } = bvh
  if (corner.length === 0) return false
  const ix = 1 / (dx || 1e-12)
  const iy = 1 / (dy || 1e-12)
  const iz = 1 / (dz || 1e-12)
  let best = far
  let found = -1
  let top = 0
  stack[top++] = 0
  while (top > 0) {
    const node = stack[--top] as number
    const b = node * 6
    const x1 = ((bounds[b] as number) - ox) * ix
    const x2 = ((bounds[b + 3] as number) - ox) * ix
    const y1 = ((bounds[b + 1] as number) - oy) * iy
    const y2 = ((bounds[b + 4] as number) - oy) * iy
    const z1 = ((bounds[b + 2] as number) - oz) * iz
    const z2 = ((bounds[b + 5] as number) - oz) * iz
    let enter = Math.min(x1, x2)
    let leave = Math.max(x1, x2)
    const yn = Math.min(y1, y2)
    const yf = Math.max(y1, y2)
    const zn = Math.min(z1, z2)
    const zf = Math.max(z1, z2)
    if (yn > enter) enter = yn
    if (yf < leave) leave = yf
    if (zn > enter) enter = zn
    if (zf < leave) leave = zf
    if (leave < 0 || enter > leave || enter > best) continue
    const count = link[node * 2 + 1] as number
    const first = link[node * 2] as number
    if (count === 0) {
      stack[top++] = first
      stack[top++] = node + 1
      continue
    }
    for (let i = first; i < first + count; i++) {
      const c = i * 9
      const e1x = corner[c + 3] as number
      const e1y = corner[c + 4] as number
      const e1z = corner[c + 5] as number
      const e2x = corner[c + 6] as number
      const e2y = corner[c + 7] as number
      const e2z = corner[c + 8] as number
      const px = dy * e2z - dz * e2y
      const py = dz * e2x - dx * e2z
      const pz = dx * e2y - dy * e2x
      const det = e1x * px + e1y * py + e1z * pz
      if (det > -1e-14 && det < 1e-14) continue
      const inv = 1 / det
      const tx = ox - (corner[c] as number)
      const ty = oy - (corner[c + 1] as number)
      const tz = oz - (corner[c + 2] as number)
      const u = (tx * px + ty * py + tz * pz) * inv
      if (u < 0 || u > 1) continue
      const qx = ty * e1z - tz * e1y
      const qy = tz * e1x - tx * e1z
      const qz = tx * e1y - ty * e1x
      const v = (dx * qx + dy * qy + dz * qz) * inv
      if (v < 0 || u + v > 1) continue
      const t = (e2x * qx + e2y * qy + e2z * qz) * inv
      if (t > 1e-4 && t < best) {
        best = t
        found = i
        hit.u = u
        hit.v = v
      }
    }
  }
  if (found < 0) return false
  hit.t = best
  hit.triangle = bvh.order[found] as number
  return true
}
