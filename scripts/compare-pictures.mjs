import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Compares the pictures of two folders pixel by pixel; returns those that differ, by how much, and where. */
export async function comparePictures(before, after) {
  const [old, now] = await Promise.all([before, after].map(async (folder) => new Set(await picturesOf(folder))))
  const differences = []
  for (const name of [...new Set([...old, ...now])].sort()) {
    const difference = !now.has(name)
      ? 'gone'
      : !old.has(name)
        ? 'new'
        : await differenceOf(join(before, name), join(after, name))
    if (difference) differences.push({ name, difference })
  }
  return { count: old.size, differences }
}

const picturesOf = async (folder) => (await readdir(folder)).filter((name) => name.endsWith('.png'))

const pixelsOf = (file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })

async function differenceOf(before, after) {
  const [old, now] = await Promise.all([pixelsOf(before), pixelsOf(after)])
  const { width, channels } = now.info
  const sizes = [old, now].map(({ info }) => `${info.width} × ${info.height}`)
  if (old.info.width !== width) return `${sizes[0]} became ${sizes[1]}`
  let count = 0
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0]
  for (let i = 0; i < Math.min(old.data.length, now.data.length); i += channels) {
    if (old.data[i] === now.data[i] && old.data[i + 1] === now.data[i + 1] && old.data[i + 2] === now.data[i + 2])
      continue
    const x = (i / channels) % width
    const y = Math.floor(i / channels / width)
    count++
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  const resized = sizes[0] === sizes[1] ? '' : `, ${sizes[0]} became ${sizes[1]}`
  if (count === 0) return resized && `longer or shorter at its end${resized}`
  return `${count} pixels within ${left},${top} … ${right},${bottom}${resized}`
}
