import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Compares the screenshots of two folders pixel by pixel; returns those that differ, by how much, and where. */
export async function compareScreenshots(before, after) {
  const [previous, current] = await Promise.all(
    [before, after].map(async (folder) => new Set(await listScreenshots(folder))),
  )
  const differences = []
  for (const name of [...new Set([...previous, ...current])].sort()) {
    const difference = !current.has(name)
      ? 'removed'
      : !previous.has(name)
        ? 'added'
        : await describeDifference(join(before, name), join(after, name))
    if (difference) differences.push({ name, difference })
  }
  return { count: previous.size, differences }
}

const listScreenshots = async (folder) => (await readdir(folder)).filter((name) => name.endsWith('.png'))

const readPixels = (file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })

async function describeDifference(before, after) {
  const [previous, current] = await Promise.all([readPixels(before), readPixels(after)])
  const { width, channels } = current.info
  const sizes = [previous, current].map(({ info }) => `${info.width} × ${info.height}`)
  if (previous.info.width !== width) return `${sizes[0]} → ${sizes[1]}`
  let count = 0
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0]
  for (let i = 0; i < Math.min(previous.data.length, current.data.length); i += channels) {
    if (
      previous.data[i] === current.data[i] &&
      previous.data[i + 1] === current.data[i + 1] &&
      previous.data[i + 2] === current.data[i + 2]
    )
      continue
    const x = (i / channels) % width
    const y = Math.floor(i / channels / width)
    count++
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  const resize = sizes[0] === sizes[1] ? '' : `, ${sizes[0]} → ${sizes[1]}`
  if (count === 0) return resize && `longer or shorter at its end${resize}`
  return `${count} pixels within ${left},${top} … ${right},${bottom}${resize}`
}
