// Takes the README's pictures from a demo shop of its own, and puts them into docs/pictures. CHROMIUM names another browser
// than Playwright's. The demo shop is dated back from today: what the pictures show is as old as they are.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { ensureBuilt, pinnedNode, root } from './prepare.mjs'

const FOLDER = join(root, 'docs/pictures')
/** Pixels per CSS pixel: enough for a dense screen at the width a README has. */
const DENSITY = 1.5

await ensureBuilt()
await mkdir(FOLDER, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-pictures-'))
const shop = spawn(pinnedNode, ['src/server/main.ts'], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: '0',
    PUBLIC_URL: '',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await takePictures(await urlOf(shop))
} finally {
  const ended = shop.exitCode === null && once(shop, 'exit')
  shop.kill()
  await ended
  await rm(dataDir, { recursive: true })
}

/** A shop says where it is open as soon as it is. */
function urlOf(shop) {
  return new Promise((resolve, reject) => {
    shop.once('exit', () => reject(new Error('The shop did not open.')))
    shop.stdout.setEncoding('utf8').on('data', (text) => {
      const [url] = /http:\S+/.exec(text) ?? []
      if (url) resolve(url)
    })
  })
}

async function takePictures(baseURL) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL, deviceScaleFactor: DENSITY, reducedMotion: 'reduce' })
    // Down to the prices of the first row.
    await picture(page, '/packages', 'packages', { width: 1280, height: 888 })
    await signInAsLeader(page)
    // Down to the end of the chart.
    await picture(page, '/account/sales', 'sales', { width: 1280, height: 1264 })
  } finally {
    await browser.close()
  }
}

async function signInAsLeader(page) {
  const [line] = (await readFile(join(dataDir, 'demo-sign-ins.txt'), 'utf8')).split('\n')
  const [email, password] = line.split('\t')
  await page.goto('/login', { waitUntil: 'networkidle' })
  const form = page.getByRole('main')
  await form.getByLabel('Email Address').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
}

async function picture(page, path, name, size) {
  await page.setViewportSize(size)
  await page.goto(path, { waitUntil: 'networkidle' })
  const { size: bytes } = await sharp(await page.screenshot())
    .webp({ quality: 84, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
  process.stdout.write(`docs/pictures/${name}.webp ${Math.round(bytes / 1000)} kB\n`)
}
