import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { require, say } from '../shop-for-trial.ts'
import { readChanges } from './change-log.ts'
import type { Cut } from './check-cut.ts'
import { Disk, type Random } from './disk-model.ts'
import { type AcknowledgedState, recordShop } from './record-shop.ts'

const CUTS = Number(process.env.CUTS ?? 200)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
const SYNCS_OFF = process.env.POWER_CUT_SYNC === 'off'
/** Share of cuts during the first start, before there is an order. */
const SHARE_OF_FIRST_START = 0.1
const AT_ONCE = 2
const CHECKER = fileURLToPath(new URL('check-cut.ts', import.meta.url))

/**
 * docs/security G31: records every change of the data directory while orders and uploads arrive and the shop is killed
 * and restarted. Then cuts the power at random points of the record: synced data and any part of unsynced data must be
 * a shop that starts, is consistent and has everything acknowledged. With POWER_CUT_SYNC=off, losses must be detected.
 */
export async function powerCut(engine: 'embedded' | 'postgres'): Promise<void> {
  require(engine === 'embedded', 'a PostgreSQL server manages its own disk')
  say(`SEED=${SEED} CUTS=${CUTS}${SYNCS_OFF ? ', syncs disabled' : ''}`)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-power-'))
  try {
    const started = performance.now()
    const recorded = await recordShop(folder)
    const cutting = performance.now()
    const { orders, posts, pictures, ready, end } = recorded
    say(
      `${orders.length} orders, ${posts.length} posts with a file, ${pictures.length} pictures; ${megabytes(end)} MB of changes`,
    )
    const random = randomFrom(SEED)
    const early = Math.round(CUTS * SHARE_OF_FIRST_START)
    const points = Array.from({ length: CUTS }, (_, i) =>
      i < early ? Math.floor(random() * ready) : ready + Math.floor(random() * (end - ready)),
    ).sort((a, b) => a - b)
    const failed = await cutAt(points, folder, recorded, random)
    const [recording, opening] = [cutting - started, performance.now() - cutting].map((ms) => Math.round(ms / 1000))
    say(`${CUTS} cuts, ${failed} with losses; ${recording} s of recording, ${opening} s of cuts.`)
    if (SYNCS_OFF) require(failed > 0, 'nothing was lost without syncs: the trial does not detect losses')
    else require(failed === 0, 'data was lost')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function cutAt(
  points: number[],
  folder: string,
  recorded: AcknowledgedState & { log: string; dataDir: string },
  random: Random,
): Promise<number> {
  const disk = new Disk()
  const checkers = Array.from({ length: AT_ONCE }, () => fork(CHECKER, { execArgv: [] }))
  const free = [...checkers]
  const running = new Set<Promise<void>>()
  let failed = 0
  let done = 0
  const cut = async (point: number, i: number) => {
    while (free.length === 0) await Promise.race(running)
    const checker = free.pop() as ChildProcess
    const target = join(folder, `cut-${i}`)
    disk.leave(target, random)
    const checking = ask(checker, whatMustBeThere(recorded, target, point)).then(async (faults) => {
      free.push(checker)
      running.delete(checking)
      done++
      if (faults.length > 0) {
        failed++
        say(
          `cut ${i} at byte ${point}: ${faults.slice(0, 4).join('; ')}${faults.length > 4 ? ` and ${faults.length - 4} more` : ''}`,
        )
      }
      if (done % 20 === 0) say(`${done} of ${points.length} cuts, ${failed} with losses`)
      if (process.env.KEEP === undefined || faults.length === 0) await rm(target, { recursive: true, force: true })
    })
    running.add(checking)
  }
  try {
    let next = 0
    for (const change of readChanges(recorded.log)) {
      for (; next < points.length && (points[next] as number) < change.end; next++)
        await cut(points[next] as number, next)
      disk.apply(change)
    }
    for (; next < points.length; next++) await cut(points[next] as number, next)
    await Promise.all(running)
    compareWithReal(disk, recorded.dataDir)
  } finally {
    for (const checker of checkers) checker.kill()
  }
  return failed
}

async function ask(checker: ChildProcess, cut: Cut): Promise<string[]> {
  checker.send(cut)
  // Each check waits for the same process again: removes the previous check's listeners.
  const answered = new AbortController()
  const { signal } = answered
  try {
    const [answer] = await Promise.race([
      once(checker, 'message', { signal }),
      once(checker, 'exit', { signal }).then(() => [['the check ended']]),
    ])
    return answer as string[]
  } finally {
    answered.abort()
  }
}

function whatMustBeThere(recorded: AcknowledgedState, dataDir: string, point: number): Cut {
  const before = ({ at }: { at: number }) => at <= point
  return {
    dataDir,
    secret: recorded.ready <= point ? recorded.secret : undefined,
    orders: recorded.orders.filter(before),
    posts: recorded.posts.filter(before).map(({ title }) => title),
    pictures: recorded.pictures.filter(before),
    attachments: recorded.attachments,
  }
}

/** Detects changes that were not recorded. */
function compareWithReal(disk: Disk, dataDir: string): void {
  for (const [path, bytes] of disk.files()) {
    require(readFileSync(join(dataDir, path)).equals(bytes), `${path} was changed by an unrecorded function`)
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

/** Mulberry32. */
function randomFrom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
