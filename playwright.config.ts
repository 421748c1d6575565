import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { storeTempFilesInMemory } from './test/support/files-in-memory.ts'

storeTempFilesInMemory()

const STORED_SCRIPTS = '**/stored-scripts*.e2e.ts'
const PORT = Number(process.env.E2E_PORT ?? 4765)
// Playwright loads this file in every worker; all of them must use the same shop.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'salonfront-e2e-'))

// Shares compiled code between processes: workers, and the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** End-to-end tests of the built shop with the demo data, on the embedded engine. */
export default defineConfig({
  testDir: 'test/e2e',
  // The longest start first: stored scripts, one after the other in a dedicated shop (docs/decisions/0084).
  projects: [
    { name: 'stored scripts', testMatch: STORED_SCRIPTS, workers: 1 },
    { name: 'journeys', testMatch: '**/*.e2e.ts', testIgnore: STORED_SCRIPTS },
  ],
  globalSetup: './test/support/e2e-setup.ts',
  // Timeouts only end tests that hang. They measure nothing, so a busy machine only takes longer.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  // Three tests keep two cores busy: each waits a lot for pages to settle.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Lists failures at the end of the output.
  reporter: 'dot',
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Tracing makes every test a third slower; `npx playwright test <name> --trace on` shows what one did.
    trace: 'off',
    // A control that is gone fails the step, so that `toPass` can try again.
    actionTimeout: 45_000,
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  webServer: {
    command: 'node src/server/main.ts',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 240_000,
    stdout: 'ignore',
    env: {
      ...(process.env as Record<string, string>),
      NODE_ENV: 'production',
      PORT: String(PORT),
      PUBLIC_URL: `http://localhost:${PORT}`,
      DATABASE_URL: '',
      DATA_DIR: process.env.E2E_DATA_DIR,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  },
})
