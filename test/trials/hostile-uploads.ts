import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { RunningShop } from '../../bench/support/server.ts'
import { type HostileFile, hostileFiles } from './hostile-files.ts'
import { type Member, signUp } from './sign-up.ts'
import { assertThat, createTrialShop, log } from './trial-shop.ts'

const MAX_GROWTH_MIB = 150
const MAX_MS = 10_000
const STORED_NAME =
  /^(?:[a-z0-9-]+-\d{2,4}\.(?:avif|webp)|[0-9a-f]{32}\.(?:jpg|png|webp|avif|gif|pdf|docx|xlsx|pptx|doc|xls|ppt|zip|csv|txt))$/

type UploadOutcome = { verdict: 'refused' | 'neutralized'; ms: number }

/**
 * docs/security G10: sends every hostile file to both upload calls; each is refused or neutralized, within memory and
 * time limits.
 */
export async function hostileUploads(engine: 'embedded' | 'postgres'): Promise<void> {
  const files = await hostileFiles()
  const trial = await createTrialShop(engine)
  const shop = await trial.start()
  let memory: Awaited<ReturnType<typeof watchMemory>> | undefined
  try {
    const member = await signUp(shop.url)
    // Warms up the shop: memory for code that loads on the first uploads must not count.
    for (const file of await harmlessFiles()) for (const upload of uploads) await upload(member, file)
    memory = await watchMemory(shop)
    const counts = { refused: 0, neutralized: 0 }
    let slowest = { label: '', ms: 0 }
    for (const file of files) {
      for (const upload of uploads) {
        const { verdict, ms } = await upload(member, file)
        counts[verdict]++
        if (ms > slowest.ms) slowest = { label: file.label, ms }
        assertThat(ms <= MAX_MS, `${file.label} took ${Math.round(ms)} ms`)
      }
      const growthMiB = memory.peak()
      if (process.env.VERBOSE) log(`${file.label}: up to ${Math.round(growthMiB)} MiB so far`)
      assertThat(growthMiB <= MAX_GROWTH_MIB, `${file.label} increased the memory by ${Math.round(growthMiB)} MiB`)
    }
    const storedFiles = await readdir(join(shop.dataDir, 'uploads'))
    const unexpectedFiles = storedFiles.filter((name) => !STORED_NAME.test(name))
    assertThat(unexpectedFiles.length === 0, `the store contains ${unexpectedFiles.join(', ')}`)
    const leftovers = await readdir(join(shop.dataDir, 'incoming'))
    assertThat(leftovers.length === 0, `${leftovers.length} files were left behind`)
    log(
      `${files.length} hostile files, two upload calls: ${counts.refused} refused, ${counts.neutralized} neutralized.`,
    )
    log(
      `Memory rose by ${Math.round(memory.peak())} MiB; the slowest was ${slowest.label}, ${(slowest.ms / 1000).toFixed(1)} s.`,
    )
  } finally {
    await memory?.stop()
    await shop.stop()
    await trial.remove()
  }
}

async function harmlessFiles(): Promise<HostileFile[]> {
  const image = sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#8a3b2e' } })
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
  const images = await Promise.all(formats.map((format) => image.clone().toFormat(format).toBuffer()))
  const batch = [...images, Buffer.alloc(5_000_000, 'a line of text\n')]
  return Array.from({ length: 10 }, () => batch)
    .flat()
    .map((bytes) => ({ label: 'harmless', name: 'a', bytes }))
}

const uploads = [uploadAsImage, uploadAsAttachment]

/** Uploads like the editor does: the result must be an image encoded by the shop without any bytes of the file. */
async function uploadAsImage(member: Member, file: HostileFile): Promise<UploadOutcome> {
  const { status, body, ms } = await send(member, '/admin777/upload', 'file', file)
  if (status !== 200) return { verdict: assertRefused(status, file), ms }
  const response = await fetch(member.url + String((body as { location: unknown }).location))
  const bytes = Buffer.from(await response.arrayBuffer())
  assertThat(response.headers.get('content-type') === 'image/webp', `${file.label} is not served as an image`)
  assertThat(response.headers.get('x-content-type-options') === 'nosniff', `${file.label} has no nosniff header`)
  assertThat((await sharp(bytes).metadata()).format === 'webp', `${file.label} is not an image`)
  assertThat(!/<script|<svg|<\?php|alert\(|%PDF/i.test(bytes.toString('latin1')), `${file.label} kept its content`)
  return { verdict: 'neutralized', ms }
}

/** Uploads as an attachment of a post: the result must be a download that no browser executes or displays. */
async function uploadAsAttachment(member: Member, file: HostileFile): Promise<UploadOutcome> {
  const { status, body, ms } = await send(member, '/account/posts/save', 'attachment', file)
  if (status !== 200) return { verdict: assertRefused(status, file), ms }
  const [post] = (body as { data: { attachment: string; attachment_url: string }[] }).data
  assertThat(post !== undefined, `${file.label}: the post is missing`)
  if (post?.attachment_url === null) return { verdict: 'refused', ms }
  const { headers } = await fetch(`${member.url}${post?.attachment_url}`, { method: 'HEAD' })
  const type = headers.get('content-type') ?? ''
  assertThat(!/html|svg|xml|script/.test(type) && type !== '', `${file.label} is served as ${type}`)
  assertThat(headers.get('x-content-type-options') === 'nosniff', `${file.label} has no nosniff header`)
  assertThat(
    /^attachment; filename="[^"\r\n]+"; filename\*=/.test(headers.get('content-disposition') ?? ''),
    `${file.label} is displayed inline`,
  )
  const name = post?.attachment ?? ''
  assertThat(
    !/[/\\<>"\p{C}]/u.test(name) && /\.(?:jpe?g|png|webp|avif|gif|pdf|zip|csv|txt)$/i.test(name),
    `${file.label} was stored under an unsafe name: ${name}`,
  )
  return { verdict: 'neutralized', ms }
}

function assertRefused(status: number, { label }: HostileFile): 'refused' {
  assertThat(status >= 400 && status < 500, `${label} returned ${status}`)
  return 'refused'
}

export async function send(
  { url, cookie, csrf }: Member,
  path: string,
  field: string,
  file: Omit<HostileFile, 'label'>,
) {
  const boundary = 'a-line-that-no-file-holds'
  const part = (header: string, content: Buffer | string) => [`--${boundary}\r\n${header}\r\n\r\n`, content, '\r\n']
  const name = file.name.replaceAll('"', '%22').replaceAll('\r\n', '%0D%0A')
  const body = Buffer.concat(
    [
      ...part('Content-Disposition: form-data; name="title"', 'A post'),
      ...part('Content-Disposition: form-data; name="language"', 'en'),
      ...part(
        `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${file.mime ?? 'application/octet-stream'}`,
        file.bytes,
      ),
      `--${boundary}--\r\n`,
    ].map((item) => (typeof item === 'string' ? Buffer.from(item) : item)),
  )
  const started = performance.now()
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      cookie,
      'x-csrf-token': csrf,
      accept: 'application/json',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body,
  })
  const responseBody = (await response.json()) as unknown
  return { status: response.status, body: responseBody, ms: performance.now() - started }
}

/** Samples how far the shop's memory grows from now on. */
async function watchMemory(shop: RunningShop) {
  const before = await shop.memoryMiB()
  let peak = before
  let isWatching = true
  const sample = async () => {
    while (isWatching) {
      peak = Math.max(peak, await shop.memoryMiB())
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const sampling = sample()
  return {
    peak: () => peak - before,
    stop() {
      isWatching = false
      return sampling
    },
  }
}
