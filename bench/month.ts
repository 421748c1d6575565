import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { type Month, monthOf, previousMonth } from '#domain/calendar/month.ts'
import { makeDatabase } from './support/database.ts'
import { evaluateFigure, evaluateWait } from './support/figures.ts'
import { log } from './support/log.ts'
import { measureSortTime } from './support/measure-sort-time.ts'
import { measureStalls } from './support/measure-stalls.ts'
import { writeNetworkFiles } from './support/network-files.ts'

/** Several sizes, separated by commas, show the growth: MONTH_MEMBERS=100000,1000000,10000000. */
const SIZES = (process.env.MONTH_MEMBERS ?? '100000,1000000').split(',').map(Number)
const EMBEDDED_MEMBERS = 100_000
const MAX_RATIO = 3
const MAX_MB_PER_MILLION = 1024
/** Half a second when the reference sort takes 100 ms. */
const MAX_STALL_RATIO = 5

/**
 * A month from files to stored cards and lines, with three orders per member (docs/performance §1): the close against
 * COPY of the same rows that it reads and writes, out of and into tables with the same columns and indexes, in the same
 * run.
 */
export async function run(): Promise<void> {
  for (const members of SIZES) await measureOnPostgres(members)
  if (process.env.MONTH_MEMBERS === undefined) await measureOnEmbedded()
}

async function measureOnPostgres(members: number): Promise<void> {
  const database = await makeDatabase('salonfront_bench_month')
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-month-'))
  const environment = { DATABASE_URL: database.url, DATA_DIR: folder }
  try {
    log(`${members} members, ${members * 3} orders, PostgreSQL`)
    const month = await importNetwork(environment, folder, members)
    const preview = await runCommand(environment, 'month', 'preview', month, '--out', join(folder, 'preview'))
    await rm(join(folder, 'preview'), { recursive: true })
    log(`  previewed to files ${formatSeconds(preview.ms)}, peak ${preview.peakMb} MB`)
    await withClient(database.url, (client) => client.query('checkpoint'))
    const close = await runCommand(environment, 'month', 'close', month)
    log(`  ${close.output}`)
    const copies = await withClient(database.url, (client) => copySameRows(client, month, folder))
    const ratio = close.ms / copies.ms
    const size = `${members} members, ${members * 3} orders`
    evaluateFigure(
      `${size} closed, read to stored`,
      ratio,
      '×',
      { max: MAX_RATIO },
      {
        baseline: `COPY of ${copies.rows} rows ${formatSeconds(copies.ms)}`,
        ratio: formatSeconds(close.ms),
      },
    )
    const maxMb = MAX_MB_PER_MILLION * Math.max(1, members / 1_000_000)
    evaluateFigure(`${size}, peak memory of the close`, close.peakMb, 'MB', { max: maxMb })
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures how long visitors wait while the month is closed in the running shop. */
async function measureOnEmbedded(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-month-'))
  const environment = { DATABASE_URL: '', DATA_DIR: folder }
  try {
    log(`${EMBEDDED_MEMBERS} members, ${EMBEDDED_MEMBERS * 3} orders, embedded engine`)
    const month = await importNetwork(environment, folder, EMBEDDED_MEMBERS)
    for (const work of [
      ['month', 'preview', month, '--out', join(folder, 'preview')],
      ['month', 'close', month],
    ]) {
      const { result, maxMs, requestCount } = await measureStalls(folder, () => runCommand(environment, ...work))
      log(
        `  ${work.slice(0, 2).join(' ')} ${formatSeconds(result.ms)}, peak ${result.peakMb} MB; ${requestCount} page requests meanwhile`,
      )
      const label = `longest wait for a page during ${work.slice(0, 2).join(' ')}, embedded`
      evaluateWait(label, maxMs, measureSortTime(), MAX_STALL_RATIO)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a past month whose closing delay is over, whenever this runs. */
async function importNetwork(environment: Environment, folder: string, members: number): Promise<Month> {
  const month = previousMonth(previousMonth(monthOf(Date.now())))
  const files = { members: join(folder, 'members.csv'), orders: join(folder, 'orders.csv') }
  await writeNetworkFiles(files, { members, month })
  for (const kind of ['members', 'orders'] as const) {
    const { size } = await stat(files[kind])
    const { ms, peakMb } = await runCommand(environment, 'import', kind, files[kind])
    log(`  ${kind} imported (${Math.round(size / 1e6)} MB) ${formatSeconds(ms)}, peak ${peakMb} MB`)
    await rm(files[kind])
  }
  return month
}

type Environment = { DATABASE_URL: string; DATA_DIR: string }
type Measurement = { ms: number; peakMb: number; output: string }

async function runCommand(environment: Environment, ...args: string[]): Promise<Measurement> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'bench/support/measure-command.ts', ...args],
    { env: { ...process.env, ...environment }, maxBuffer: 1 << 24 },
  )
  const lines = stdout.trim().split('\n')
  return { ...JSON.parse(lines.at(-1) ?? ''), output: lines.slice(0, -1).join(' ').trim() }
}

/** Copies the rows that a close reads and the tables that it writes, with COPY only. */
async function copySameRows(client: pg.Client, month: Month, folder: string): Promise<{ ms: number; rows: number }> {
  const inputs = [
    'select id, created_at from users',
    'select member_id, from_month, sponsor_id from sponsorships order by member_id, from_month',
    'select member_id, from_month, status from member_statuses order by member_id, from_month',
    `select id, member_id, customer, month_cv_cents, month_pv from counted_orders where month = '${month}' order by id`,
  ]
  let ms = 0
  for (const select of inputs) ms += await measureMs(() => drain(client, `copy (${select}) to stdout (format binary)`))

  let rows = 0
  for (const table of ['bonus_lines', 'cards']) {
    const file = join(folder, table)
    await pipeline(client.query(to(`copy ${table} to stdout (format binary)`)), createWriteStream(file))
    await client.query(`create table same_${table} (like ${table} including all)`)
    await client.query('checkpoint')
    ms += await measureMs(() =>
      pipeline(createReadStream(file), client.query(from(`copy same_${table} from stdin (format binary)`))),
    )
    const result = await client.query(`select count(*) from same_${table}`)
    rows += result.rows[0].count
    await client.query(`drop table same_${table}`)
    await rm(file)
  }
  return { ms, rows: Number(rows) }
}

async function drain(client: pg.Client, copy: string): Promise<void> {
  for await (const _chunk of client.query(to(copy))) {
    // Reads the rows and discards them.
  }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url)
  client.setTypeParser(20, Number)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
