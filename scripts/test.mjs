// npm test: installs missing packages and runs the checks, the pure, page and database tests on the embedded engine but
// for the dearest, and the core end-to-end tests. npm run test:all runs all of them, and PostgreSQL if it has one.
import { checkAll, readCpuSeconds, runAll, runStep, runTool } from './checks.mjs'
import { installedBrowser } from './installed-browser.mjs'
import { checkNode, ensureBuilt, ensureInstalled, log, PlainError } from './prepare.mjs'

const BROWSER_COMMAND = 'npx playwright install --with-deps chromium'
const started = Date.now()
const isComplete = process.argv.includes('--all')
const hasPostgres = isComplete && Boolean(process.env.TEST_DATABASE_URL)

try {
  checkNode()
  await ensureInstalled()
  await checkAll()
  // Builds the pages for the end-to-end tests at the same time: a build uses little more than one core.
  await runAll([
    runStep('pure, page and database tests', 'vitest', ['run'], {
      ...(!hasPostgres && { TEST_DATABASE_URL: '' }),
      TEST_SELECTION: isComplete ? 'all' : 'quick',
    }),
    ensureBuilt(),
  ])
  const selection = isComplete ? [] : ['--grep', '@core']
  await runStep('end-to-end tests', 'playwright', ['test', ...selection], { CHROMIUM: await findBrowser() })
  if (!isComplete) {
    log('Not run: the dearest tests, the other end-to-end tests, and PostgreSQL. npm run test:all runs everything.')
  } else if (!hasPostgres) {
    log('Not run: the PostgreSQL half of the database tests, including races. Set TEST_DATABASE_URL to run it, e.g.')
    log('  TEST_DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres npm run test:all')
  }
  if (isComplete && process.env.REQUIRE_ENGINES !== '1')
    log('Firefox and WebKitGTK ran where they are installed; with REQUIRE_ENGINES=1 a missing one fails.')
  log(`Every check and test that ran has passed, in ${describeTime()}.`)
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  log(error.message)
  log(`Ended after ${describeTime()}.`)
  process.exitCode = 1
}

function describeTime() {
  const seconds = `${Math.round((Date.now() - started) / 1000)} s`
  const cpuSeconds = readCpuSeconds()
  return cpuSeconds === undefined ? seconds : `${seconds}, with ${Math.round(cpuSeconds)} CPU seconds`
}

/** Returns the installed Chromium, else '' for Playwright's, which is downloaded when missing. */
async function findBrowser() {
  const installed = installedBrowser()
  if (installed) return installed
  if ((await runTool('playwright', ['install', 'chromium'])) === 0) return ''
  throw new PlainError(
    `✗ No browser found for the end-to-end tests. Install one, then run npm test again:\n  ${BROWSER_COMMAND}`,
  )
}
