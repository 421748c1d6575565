import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertThat, log } from '../trial-shop.ts'
import { readChanges } from './change-log.ts'
import type { ExpectedState } from './check-cut.ts'
import { Disk, type Random } from './disk-model.ts'
import { type AcknowledgedState, recordShop } from './record-shop.ts'

const CUTS = Number(process.env.CUTS ?? 200)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
const SYNCS_OFF = process.env.POWER_CUT_SYNC === 'off'
/** Share of cuts during the first start, before there is an order. */
const FIRST_START_RATIO = 0.1
const CONCURRENCY = 2
const CHECKER = fileURLToPath(new URL('check-cut.ts', import.meta.url))

/**
 * docs/security G31: records every change of the data directory while orders and uploads arrive and the shop is killed
 * and restarted. Then cuts the power at random points of the record: synced data and any part of unsynced data must be
 * a shop that starts, is consistent and has everything acknowledged. With POWER_CUT_SYNC=off, losses must be detected.
 */
export async function powerCut(engine: 'embedded' | 'postgres'): Promise<void> {
  assertThat(engine === 'embedded', 'a PostgreSQL server manages its own disk')
  log(`SEED=${SEED} CUTS=${CUTS}${SYNCS_OFF ? ', syncs disabled' : ''}`)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-power-'))
  try {
    const started = performance.now()
    const recording = await recordShop(folder)
    const cuttingStarted = performance.now()
    const { orders, posts, images, ready, end } = recording
    log(
      `${orders.length} orders, ${posts.length} posts with a file, ${images.length} pictures; ${toMegabytes(end)} MB of changes`,
    )
    const random = seededRandom(SEED)
    const firstStartCuts = Math.round(CUTS * FIRST_START_RATIO)
    const points = Array.from({ length: CUTS }, (_, i) =>
      i < firstStartCuts ? Math.floor(random() * ready) : ready + Math.floor(random() * (end - ready)),
    ).sort((a, b) => a - b)
    const failedCount = await checkCuts(points, folder, recording, random)
    const [recordingSeconds, checkingSeconds] = [cuttingStarted - started, performance.now() - cuttingStarted].map(
      (ms) => Math.round(ms / 1000),
    )
    log(`${CUTS} cuts, ${failedCount} with losses; ${recordingSeconds} s of recording, ${checkingSeconds} s of cuts.`)
    if (SYNCS_OFF) assertThat(failedCount > 0, 'nothing was lost without syncs: the trial does not detect losses')
    else assertThat(failedCount === 0, 'data was lost')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkCuts(
  points: number[],
  folder: string,
  recording: AcknowledgedState & { log: string; dataDir: string },
  random: Random,
): Promise<number> {
  const disk = new Disk()
  const checkers = Array.from({ length: CONCURRENCY }, () => fork(CHECKER, { execArgv: [] }))
  const idleCheckers = [...checkers]
  const running = new Set<Promise<void>>()
  let failedCount = 0
  let doneCount = 0
  const runCut = async (point: number, i: number) => {
    while (idleCheckers.length === 0) await Promise.race(running)
    const checker = idleCheckers.pop() as ChildProcess
    const target = join(folder, `cut-${i}`)
    disk.writeAfterCut(target, random)
    const checking = runCheck(checker, expectedStateAt(recording, target, point)).then(async (problems) => {
      idleCheckers.push(checker)
      running.delete(checking)
      doneCount++
      if (problems.length > 0) {
        failedCount++
        log(
          `cut ${i} at byte ${point}: ${problems.slice(0, 4).join('; ')}${problems.length > 4 ? ` and ${problems.length - 4} more` : ''}`,
        )
      }
      if (doneCount % 20 === 0) log(`${doneCount} of ${points.length} cuts, ${failedCount} with losses`)
      if (process.env.KEEP === undefined || problems.length === 0) await rm(target, { recursive: true, force: true })
    })
    running.add(checking)
  }
  try {
    let next = 0
    for (const change of readChanges(recording.log)) {
      for (; next < points.length && (points[next] as number) < change.end; next++)
        await runCut(points[next] as number, next)
      disk.apply(change)
    }
    for (; next < points.length; next++) await runCut(points[next] as number, next)
    await Promise.all(running)
    compareWithDisk(disk, recording.dataDir)
  } finally {
    for (const checker of checkers) checker.kill()
  }
  return failedCount
}

async function runCheck(checker: ChildProcess, runCut: ExpectedState): Promise<string[]> {
  checker.send(runCut)
  // Each check waits for the same process again: removes the previous check's listeners.
  const controller = new AbortController()
  const { signal } = controller
  try {
    const [result] = await Promise.race([
      once(checker, 'message', { signal }),
      once(checker, 'exit', { signal }).then(() => [['the check exited']]),
    ])
    return result as string[]
  } finally {
    controller.abort()
  }
}

function expectedStateAt(recording: AcknowledgedState, dataDir: string, point: number): ExpectedState {
  const wasAcknowledged = ({ at }: { at: number }) => at <= point
  return {
    dataDir,
    secret: recording.ready <= point ? recording.secret : undefined,
    orders: recording.orders.filter(wasAcknowledged),
    posts: recording.posts.filter(wasAcknowledged).map(({ title }) => title),
    images: recording.images.filter(wasAcknowledged),
    attachments: recording.attachments,
  }
}

/** Detects changes that were not recorded. */
function compareWithDisk(disk: Disk, dataDir: string): void {
  for (const [path, bytes] of disk.files()) {
    assertThat(readFileSync(join(dataDir, path)).equals(bytes), `${path} was changed by an unrecorded function`)
  }
}

const toMegabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

/** Mulberry32. */
function seededRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
