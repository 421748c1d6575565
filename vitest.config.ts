import { join } from 'node:path'
import v8 from 'node:v8'
import { defineConfig } from 'vitest/config'
import { storeTempFilesInMemory } from './test/support/files-in-memory.ts'

storeTempFilesInMemory()

// Shares compiled code between processes: workers, and the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

// Freeing a WebAssembly program's code while another thread uses it has crashed V8 in Node 24 (docs/decisions/0084).
v8.setFlagsFromString('--no-wasm-code-gc')

/** Every file has its own database; two cores handle about this many at a time. */
const MOST_AT_ONCE = 3

/** Timeouts only end tests that hang. They measure nothing, so a busy machine only takes longer. */
const HANG_MS = 240_000

/**
 * The dearest tests, which `npm test` leaves to `npm run test:all`: patterns, and what seldom changes, such as backups,
 * file stores, the embedded engine and the demo data.
 */
const LEFT_TO_ALL = [
  'test/patterns.test.ts',
  'src/server/bucket.db.test.ts',
  'src/server/catalog/editing/search-managed.db.test.ts',
  'src/server/catalog/product-file/import-products.db.test.ts',
  'src/server/cli/{audited-commands,run,storage}.db.test.ts',
  'src/server/compensation/files/import-orders.db.test.ts',
  'src/server/demo/{close-demo-months,fill-empty-shop}.db.test.ts',
  'src/server/network/member-file/import-members.db.test.ts',
  'src/server/operations/{backup,verify}/*.db.test.ts',
  'src/server/platform/database/{directory-lock,embedded-engine,embedded-files,empty-engine,open-engine}.db.test.ts',
  'src/server/platform/files/{data-directory.db,file-stores}.test.ts',
]
const leftOut = process.env.TEST_SELECTION === 'quick' ? LEFT_TO_ALL : []

/** Pure tests (`*.test.ts`) and database tests (`*.db.test.ts`) on every available engine. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'page',
          include: ['src/**/*.page.test.tsx'],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/quiet-console.ts', 'test/support/quick-passwords.ts'],
          environment: './test/support/light-dom.ts',
          pool: 'threads',
          isolate: false,
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          maxWorkers: MOST_AT_ONCE,
        },
      },
      {
        test: {
          name: 'pure',
          include: ['{src,db,bench,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.page.test.tsx', '**/node_modules/**', ...leftOut],
          setupFiles: ['test/support/quiet-console.ts'],
          // A process runs many files, which reload their modules but not the packages.
          isolate: false,
          testTimeout: HANG_MS,
          maxWorkers: MOST_AT_ONCE,
        },
      },
      {
        test: {
          name: 'database',
          include: ['{src,db,scripts,test}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**', ...leftOut],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/quiet-console.ts', 'test/support/quick-passwords.ts'],
          // In one process, the embedded engine's program is compiled once instead of by every worker.
          pool: 'threads',
          // A thread runs many files that share the shop's modules: Node itself imports those, once
          // (docs/decisions/0084).
          isolate: false,
          experimental: { viteModuleRunner: false },
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          expect: { poll: { timeout: HANG_MS / 2, interval: 20 } },
          maxWorkers: MOST_AT_ONCE,
        },
      },
    ],
  },
})
