// Runs on any Node that the machine has, before anything is installed: nothing from npm may be imported here.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The pinned Node, which runs everything except this file and its callers. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

const MIN_NODE_VERSION = [20, 19]
const INSTALLED_STAMP = join(root, 'node_modules/.installed-lock')
const BUILT_STAMP = join(root, 'dist/built-from')
/** The inputs of the page build. */
const BUILD_INPUTS = ['src/web', 'src/contract', 'src/domain', 'vite.config.ts', 'package-lock.json']

/** An error that the user can fix; its message is printed without a stack trace. */
export class PlainError extends Error {}

/** The child process of the current step, so that a signal can end it. */
export let runningStep

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return
  throw new PlainError(
    `The shop needs Node ${MIN_NODE_VERSION.join('.')} or newer to start; this is ${process.versions.node}.`,
  )
}

/** Installs the packages of package-lock.json unless node_modules is up to date. */
export async function ensureInstalled() {
  const lock = join(root, 'package-lock.json')
  const expected = hashFiles([lock])
  if (existsSync(pinnedNode) && (readIfExists(INSTALLED_STAMP) === expected || isInstalledAfter(lock))) return
  log('Installing the packages; this happens once and takes a minute or two …')
  // npm would skip the development packages under NODE_ENV=production, and the pinned Node is one of them.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const code =
    npm?.endsWith('.js') === true
      ? await runStep(process.execPath, [npm, ...args])
      : await runStep('npm', args, { shell: process.platform === 'win32' })
  if (code !== 0) throw new PlainError("The packages could not be installed; see npm's output above.")
  if (!existsSync(pinnedNode)) {
    throw new PlainError('npm installed everything but Node itself: its install script was not allowed to run.')
  }
  writeFileSync(INSTALLED_STAMP, expected)
}

/**
 * Returns whether npm's record of an installation is at least as new as the lock file, that is, npm was run manually.
 */
function isInstalledAfter(lock) {
  const record = join(root, 'node_modules/.package-lock.json')
  return existsSync(record) && statSync(record).mtimeMs >= statSync(lock).mtimeMs
}

/** Builds pages and renderer unless the build is up to date with the sources. */
export async function ensureBuilt({ force = false } = {}) {
  const expected = hashFiles(BUILD_INPUTS.flatMap((input) => listFiles(join(root, input))))
  if (!force && readIfExists(BUILT_STAMP) === expected) return
  log('Building the pages …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  for (const target of [[], ['--mode', 'admin'], ['--ssr']]) {
    const code = await runStep(pinnedNode, [vite, 'build', '--logLevel', 'error', ...target])
    if (code !== 0) throw new PlainError('The pages could not be built; the reason is above.')
  }
  mkdirSync(dirname(BUILT_STAMP), { recursive: true })
  writeFileSync(BUILT_STAMP, expected)
}

/** Runs a step with its output on stderr: stdout belongs to the requested program. */
function runStep(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    runningStep = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
    runningStep.once('error', (error) => reject(new PlainError(`${command} could not be run: ${error.message}`)))
    runningStep.once('exit', (code) => {
      runningStep = undefined
      resolve(code)
    })
  })
}

export const log = (message) => process.stderr.write(`${message}\n`)

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.includes('.test.'))
    .flatMap(({ name }) => listFiles(join(path, name)))
    .sort()
}

function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\n`)
      .update(readFileSync(file))
      .update('\n')
  return hash.digest('hex')
}

const readIfExists = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
