// npm test: installs missing packages and runs every check and test, including those in a browser.
import { checkAll, runAll, runStep, runTool } from './checks.mjs'
import { installedBrowser } from './installed-browser.mjs'
import { checkNode, ensureBuilt, ensureInstalled, log, PlainError } from './prepare.mjs'

const BROWSER_COMMAND = 'npx playwright install --with-deps chromium'

try {
  checkNode()
  await ensureInstalled()
  await checkAll()
  // Builds the pages for the end-to-end tests at the same time: a build uses little more than one core.
  await runAll([runStep('pure and database tests', 'vitest', ['run']), ensureBuilt()])
  await runStep('end-to-end tests', 'playwright', ['test'], { CHROMIUM: await findBrowser() })
  if (!process.env.TEST_DATABASE_URL) {
    log('Not run: the PostgreSQL half of the database tests, including races. Set TEST_DATABASE_URL to run it, e.g.')
    log('  TEST_DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres npm test')
  }
  if (process.env.REQUIRE_ENGINES !== '1')
    log('Firefox and WebKitGTK ran where they are installed; with REQUIRE_ENGINES=1 a missing one fails.')
  log('Every check and test that ran has passed.')
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  log(error.message)
  process.exitCode = 1
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
