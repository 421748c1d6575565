/**
 * Draws the demo shop's pictures into db/seed/pictures.
 *
 *   node draw-pictures.ts [name or prefix …] [--missing] [--draft] [--into FOLDER]
 *
 * Draws all of them if no name is given, which takes almost an hour. --missing skips existing pictures, --draft
 * computes a seventh of the points. The same code draws the same pictures. Labels are set in Chromium; CHROMIUM names
 * its path if it isn't /usr/bin/chromium.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { labelTexts } from './src/label-texts.ts'
import { setLabels } from './src/labels.ts'
import { slides, stills } from './src/scenes.ts'

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    draft: { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    into: { type: 'string' },
  },
})
const folder = values.into ?? fileURLToPath(new URL('../db/seed/pictures', import.meta.url))
mkdirSync(folder, { recursive: true })

const names = [...Object.keys(stills), ...Object.keys(slides)].filter(
  (name) =>
    wanted.length === 0 ||
    wanted.some((word) => (word.endsWith('$') ? name === word.slice(0, -1) : name.startsWith(word))),
)
// The largest WebP is written last.
const isThere = (name: string) => existsSync(`${folder}/${name}-${slides[name] ? 1920 : 1280}.webp`)
const textures = await setLabels(labelTexts)
const started = performance.now()
let drawn = 0

// Draws the first picture of each product before the rest of its carousel.
const later = (name: string) => (/-(close|study|group)$/.test(name) ? 1 : 0)
const queue = names.filter((name) => !(values.missing && isThere(name))).sort((a, b) => later(a) - later(b))
const count = queue.length
const work = () =>
  new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('./src/draw-worker.ts', import.meta.url), { workerData: textures })
    const next = () => {
      const name = queue.shift()
      if (name) worker.postMessage({ name, folder, draft: values.draft })
      else worker.terminate().then(() => resolve(), reject)
    }
    worker.on('message', (name: string) => {
      drawn++
      process.stdout.write(`${drawn}/${count} ${name} ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
      next()
    })
    worker.on('error', reject)
    next()
  })
await Promise.all(Array.from({ length: Math.min(availableParallelism(), count) }, work))
