import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { log } from '../trial-shop.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MIGRATIONS = 'db/migrations'
const BASELINE = `${MIGRATIONS}/0001_baseline.sql`
/** Adds columns to tables that every order and cart uses, which the previous release does not know. */
const TRIAL_MIGRATION = `
alter table carts add column trial_note text, add column trial_count integer not null default 0;
alter table cart_line_items add column trial_note text not null default '';
alter table products add column trial_note text;
alter table orders add column trial_count bigint not null default 0;
alter table order_lines add column trial_at timestamptz not null default now();
create table trial_notes (order_id integer primary key references orders (id), note text not null);
create index trial_notes_by_note on trial_notes (note);
`
/** Gives the scripts names different from the previous release's, even if nothing else has changed. */
const TRIAL_SCRIPT = `\ndocument.documentElement.dataset.release = 'trial'\n`

const run = promisify(execFile)
const git = async (...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: ROOT, maxBuffer: 1 << 28 })).stdout.trim()

export type Release = { name: string; root: string }

/**
 * The running release (UPGRADE_FROM, the newest tag before this commit, the commit before the newest migration, or HEAD
 * while the baseline is the only migration), and its upgrade: this checkout with one more migration and a changed script. Each in its own folder, installed and built.
 */
export async function prepareReleases(folder: string): Promise<{ previous: Release; next: Release; mixed: Release }> {
  const base = await previousCommit()
  const previous = { name: `the previous release (${base})`, root: join(folder, 'previous') }
  const next = { name: 'this release', root: join(folder, 'next') }
  const mixed = { name: `${previous.name} with this release's migrations`, root: join(folder, 'mixed') }
  await unpack(`git archive ${base}`, previous.root)
  await unpack('git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --create', next.root)
  const names = (await readdir(join(next.root, MIGRATIONS))).sort()
  const number = Number(names.at(-1)?.slice(0, 4)) + 1
  const trialMigration = `${String(number).padStart(4, '0')}_trial.sql`
  await writeFile(join(next.root, MIGRATIONS, trialMigration), TRIAL_MIGRATION)
  await appendFile(join(next.root, 'src/web/entry.client.tsx'), TRIAL_SCRIPT)
  const previousNames = await readdir(join(previous.root, MIGRATIONS))
  log(
    `between ${base} and this release: ${[...names, trialMigration].filter((name) => !previousNames.includes(name)).join(', ')}`,
  )
  for (const { root } of [previous, next]) await install(root)
  await cp(previous.root, mixed.root, { recursive: true, verbatimSymlinks: true })
  await cp(join(next.root, MIGRATIONS), join(mixed.root, MIGRATIONS), { recursive: true })
  return { previous, next, mixed }
}

async function previousCommit(): Promise<string> {
  const requested = process.env.UPGRADE_FROM
  if (requested) return git('rev-parse', '--short', requested)
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => undefined)
  if (tag) return tag
  const migrationCommit = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', MIGRATIONS)
  const before = await git('rev-parse', '--short', `${migrationCommit}^`)
  const baselineAt = (commit: string) => git('rev-parse', `${commit}:${BASELINE}`).catch(() => undefined)
  if ((await baselineAt(before)) === (await baselineAt('HEAD'))) return before
  const head = await git('rev-parse', '--short', 'HEAD')
  log(`No commit before the newest migration has the same baseline: the upgrade starts from ${head}.`)
  return head
}

async function unpack(source: string, root: string): Promise<void> {
  await mkdir(root)
  await run('bash', ['-c', `set -o pipefail; ${source} | tar --extract --directory "$1"`, 'bash', root], { cwd: ROOT })
}

/** Uses the packages and pages of this checkout where they would be the same. */
async function install(root: string): Promise<void> {
  const lock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8')
  const isShared = (await lock(root)) === (await lock(ROOT))
  if (isShared) await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  if (existsSync(join(ROOT, 'dist'))) await cp(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
  // Installing through the link would empty this checkout's own packages, which it is running with.
  const steps = `const { ensureBuilt, ensureInstalled } = await import('./scripts/prepare.mjs')
    ${isShared ? '' : 'await ensureInstalled(); '}await ensureBuilt()`
  await run(process.execPath, ['--input-type=module', '--eval', steps], { cwd: root })
}
