import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** @typedef {{ email: string, password: string }} SignIn */

/**
 * Builds the shop of a checkout, opens a new demo shop of it, and removes both when `use` is done.
 * @param {string} checkout
 * @param {Record<string, string>} env
 * @param {(shop: { url: string, leader: SignIn, manager: SignIn }) => Promise<void>} use
 */
export async function withDemoShop(checkout, env, use) {
  const { ensureBuilt, pinnedNode } = await import(String(pathToFileURL(join(checkout, 'scripts/prepare.mjs'))))
  await ensureBuilt()
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-pictures-'))
  const shop = spawn(pinnedNode, ['src/server/main.ts'], {
    cwd: checkout,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      PUBLIC_URL: '',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await use({ url: await waitForUrl(shop), ...(await readSignIns(dataDir)) })
  } finally {
    const exit = shop.exitCode === null && once(shop, 'exit')
    shop.kill()
    await exit
    await rm(dataDir, { recursive: true })
  }
}

/** Waits for the URL that a shop prints once it accepts requests. */
function waitForUrl(shop) {
  return new Promise((resolve, reject) => {
    shop.once('exit', () => reject(new Error('The shop did not start.')))
    shop.stdout.setEncoding('utf8').on('data', (text) => {
      const [url] = /http:\S+/.exec(text) ?? []
      if (url) resolve(url)
    })
  })
}

/** Credentials of the member at the top of the demo network and of the shop's manager. */
async function readSignIns(dataDir) {
  const lines = (await readFile(join(dataDir, 'demo-sign-ins.txt'), 'utf8')).split('\n')
  const signIn = (line = '') => {
    const [email = '', password = ''] = line.split('\t')
    return { email, password }
  }
  return { leader: signIn(lines[0]), manager: signIn(lines.find((line) => line.startsWith('manager@'))) }
}

/** Signs in with the login page's form. */
export async function signIn(page, { email, password }) {
  await page.goto('/login', { waitUntil: 'networkidle' })
  const form = page.getByRole('main')
  await form.getByLabel('Email Address').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('banner').waitFor()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}
