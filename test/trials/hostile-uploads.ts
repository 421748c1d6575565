import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { RunningShop } from '../../bench/support/server.ts'
import { type HostileFile, hostileFiles } from './hostile-files.ts'
import { makeTrialShop, require, say } from './shop-for-trial.ts'
import { type Member, signUp } from './sign-up.ts'

const MAX_RISE_MIB = 150
const SLOWEST_MS = 10_000
const STORED =
  /^(?:[a-z0-9-]+-\d{2,4}\.(?:avif|webp)|[0-9a-f]{32}\.(?:jpg|png|webp|avif|gif|pdf|docx|xlsx|pptx|doc|xls|ppt|zip|csv|txt))$/

type UploadOutcome = { verdict: 'refused' | 'neutralised'; ms: number }

/**
 * docs/security G10: sends every hostile file to both upload calls; each is refused or neutralized, within limits of
 * memory and time.
 */
export async function hostileUploads(engine: 'embedded' | 'postgres'): Promise<void> {
  const files = await hostileFiles()
  const trial = await makeTrialShop(engine)
  const shop = await trial.start()
  let memory: Awaited<ReturnType<typeof watchMemory>> | undefined
  try {
    const member = await signUp(shop.url)
    // Warms up the shop: memory for code that loads on the first uploads must not count.
    for (const file of await harmlessFiles()) for (const upload of uploads) await upload(member, file)
    memory = await watchMemory(shop)
    const count = { refused: 0, neutralised: 0 }
    let slowest = { what: '', ms: 0 }
    for (const file of files) {
      for (const upload of uploads) {
        const { verdict, ms } = await upload(member, file)
        count[verdict]++
        if (ms > slowest.ms) slowest = { what: file.what, ms }
        require(ms <= SLOWEST_MS, `${file.what} took ${Math.round(ms)} ms`)
      }
      const rise = memory.peak()
      if (process.env.VERBOSE) say(`${file.what}: up to ${Math.round(rise)} MiB so far`)
      require(rise <= MAX_RISE_MIB, `${file.what} increased the memory by ${Math.round(rise)} MiB`)
    }
    const kept = await readdir(join(shop.dataDir, 'uploads'))
    const strange = kept.filter((name) => !STORED.test(name))
    require(strange.length === 0, `the store contains ${strange.join(', ')}`)
    const left = await readdir(join(shop.dataDir, 'incoming'))
    require(left.length === 0, `${left.length} files were left behind`)
    say(`${files.length} hostile files, two upload calls: ${count.refused} refused, ${count.neutralised} neutralized.`)
    say(
      `Memory rose by ${Math.round(memory.peak())} MiB; the slowest was ${slowest.what}, ${(slowest.ms / 1000).toFixed(1)} s.`,
    )
  } finally {
    await memory?.stop()
    await shop.stop()
    await trial.remove()
  }
}

async function harmlessFiles(): Promise<HostileFile[]> {
  const picture = sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#8a3b2e' } })
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
  const pictures = await Promise.all(formats.map((format) => picture.clone().toFormat(format).toBuffer()))
  const round = [...pictures, Buffer.alloc(5_000_000, 'a line of text\n')]
  return Array.from({ length: 10 }, () => round)
    .flat()
    .map((bytes) => ({ what: 'harmless', name: 'a', bytes }))
}

const uploads = [asPicture, asAttachment]

/** Uploads like the editor does: the result must be a picture encoded by the shop without any bytes of the file. */
async function asPicture(member: Member, file: HostileFile): Promise<UploadOutcome> {
  const { status, body, ms } = await send(member, '/admin777/upload', 'file', file)
  if (status !== 200) return { verdict: refused(status, file), ms }
  const served = await fetch(member.url + String((body as { location: unknown }).location))
  const bytes = Buffer.from(await served.arrayBuffer())
  require(served.headers.get('content-type') === 'image/webp', `${file.what} is not served as a picture`)
  require(served.headers.get('x-content-type-options') === 'nosniff', `${file.what} has no nosniff header`)
  require((await sharp(bytes).metadata()).format === 'webp', `${file.what} is not a picture`)
  require(!/<script|<svg|<\?php|alert\(|%PDF/i.test(bytes.toString('latin1')), `${file.what} kept its content`)
  return { verdict: 'neutralised', ms }
}

/** Uploads as an attachment of a post: the result must be a download that no browser executes or displays. */
async function asAttachment(member: Member, file: HostileFile): Promise<UploadOutcome> {
  const { status, body, ms } = await send(member, '/account/posts/save', 'attachment', file)
  if (status !== 200) return { verdict: refused(status, file), ms }
  const [post] = (body as { data: { attachment: string; attachment_url: string }[] }).data
  require(post !== undefined, `${file.what}: the post is missing`)
  if (post?.attachment_url === null) return { verdict: 'refused', ms }
  const { headers } = await fetch(`${member.url}${post?.attachment_url}`, { method: 'HEAD' })
  const type = headers.get('content-type') ?? ''
  require(!/html|svg|xml|script/.test(type) && type !== '', `${file.what} is served as ${type}`)
  require(headers.get('x-content-type-options') === 'nosniff', `${file.what} has no nosniff header`)
  require(/^attachment; filename="[^"\r\n]+"; filename\*=/.test(
    headers.get('content-disposition') ?? '',
  ), `${file.what} is displayed inline`)
  const name = post?.attachment ?? ''
  require(!/[/\\<>"\p{C}]/u.test(name) &&
    /\.(?:jpe?g|png|webp|avif|gif|pdf|zip|csv|txt)$/i.test(name), `called ${name}`)
  return { verdict: 'neutralised', ms }
}

function refused(status: number, { what }: HostileFile): 'refused' {
  require(status >= 400 && status < 500, `${what} returned ${status}`)
  return 'refused'
}

export async function send(
  { url, cookie, csrf }: Member,
  path: string,
  field: string,
  file: Omit<HostileFile, 'what'>,
) {
  const boundary = 'a-line-that-no-file-holds'
  const part = (head: string, content: Buffer | string) => [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n']
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
    ].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  )
  const started = performance.now()
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      cookie,
      'x-csrf-token': csrf,
      accept: 'application/json',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body,
  })
  const json = (await answer.json()) as unknown
  return { status: answer.status, body: json, ms: performance.now() - started }
}

/** Samples how far the shop's memory grows from now on. */
async function watchMemory(shop: RunningShop) {
  const before = await shop.memoryMiB()
  let most = before
  let watching = true
  const watch = async () => {
    while (watching) {
      most = Math.max(most, await shop.memoryMiB())
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const ended = watch()
  return {
    peak: () => most - before,
    stop() {
      watching = false
      return ended
    },
  }
}
