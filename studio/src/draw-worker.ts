import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { render } from './render.ts'
import { shotOf, slides, stills } from './scenes.ts'
import type { Texture } from './texture.ts'

type Task = { name: string; folder: string; draft: boolean }
const textures = workerData as Map<string, Texture>
sharp.concurrency(1)

const formats = {
  still: { size: [1280, 1600], widths: [320, 640, 960, 1280] },
  slide: { size: [1920, 1080], widths: [640, 1280, 1920] },
}

async function draw({ name, folder, draft }: Task) {
  const scene = stills[name] ?? slides[name]
  if (!scene) throw new Error(`No scene ${name}`)
  const { size, widths } = slides[name] ? formats.slide : formats.still
  const [width, height] = size.map((x) => (draft ? Math.round(x * 0.375) : x)) as [number, number]
  const bytes = render(shotOf(scene(), width, height, draft), textures)
  const picture = () => sharp(bytes, { raw: { width, height, channels: 3 } })
  for (const w of widths) {
    await picture()
      .resize(w)
      .avif({ quality: 49, effort: draft ? 0 : 3 })
      .toFile(`${folder}/${name}-${w}.avif`)
    await picture()
      .resize(w)
      .webp({ quality: 70, effort: draft ? 0 : 4 })
      .toFile(`${folder}/${name}-${w}.webp`)
  }
}

parentPort?.on('message', async (task: Task) => {
  await draw(task)
  parentPort?.postMessage(task.name)
})
