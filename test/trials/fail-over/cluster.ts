import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SCRIPTS = fileURLToPath(new URL('../../../ops/ha/', import.meta.url))
/** Matches ops/ha/cluster.bash. */
const FOLDER = process.env.HA_DIR ?? '/var/tmp/salonfront-ha'
const NET = process.env.HA_NET ?? '10.77.0'
const NODES = [1, 2, 3]
const RECOVERY_TIMEOUT_MS = 180_000
const POLL_MS = 250

const run = promisify(execFile)

type Member = { name: string; role: string; state: string; timeline?: number }

/** The cluster of ops/ha and operations on it. */
export const cluster = {
  folder: FOLDER,
  /** Starts the cluster and returns its URL. Throws with what is missing on this machine. */
  async up(): Promise<string> {
    try {
      return (await run(join(SCRIPTS, 'up'))).stdout.trim()
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string }
      throw new Error(`The cluster cannot be created here.\n${stderr?.trim() || message}`)
    }
  },
  down: () => run(join(SCRIPTS, 'down')),
  /** Keeps the logs of Patroni, PostgreSQL and etcd for analysis. */
  async keepLogs(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    const logs = NODES.flatMap((node) => ['patroni', 'etcd'].map((name) => ({ node, name })))
    for (const { node, name } of logs) {
      await copyFile(join(FOLDER, `${node}/${name}.log`), join(folder, `n${node}-${name}.log`))
    }
  },

  async primary(): Promise<number> {
    const leader = await newestLeader()
    if (!leader) throw new Error('the cluster has no primary')
    return Number(leader.name.slice(1))
  },
  /** Each new primary starts a new timeline. */
  timeline: async (): Promise<number> => (await newestLeader())?.timeline ?? 0,
  /** Until then, the nodes may still list the old primary. */
  async waitForNewPrimary(timelineBefore: number): Promise<void> {
    const deadline = performance.now() + RECOVERY_TIMEOUT_MS
    while ((await cluster.timeline()) <= timelineBefore) {
      if (performance.now() > deadline) throw new Error('no other node became the primary')
      await pause(POLL_MS)
    }
  },
  /**
   * Waits for a primary, a synchronous standby and a third replica on which all nodes agree: a killed one stays listed
   * for a while, and an isolated one keeps its last known state.
   */
  async waitUntilHealthy(): Promise<void> {
    const deadline = performance.now() + RECOVERY_TIMEOUT_MS
    while (performance.now() < deadline) {
      const views = await readViews()
      const leaders = new Set(views.map((members) => members.find(isLeader)?.name))
      if (views.length === NODES.length && leaders.size === 1 && views.every(isHealthy)) return
      await pause(POLL_MS)
    }
    throw new Error(`the cluster did not recover: ${JSON.stringify(await readViews())}`)
  },

  async killPostgres(node: number): Promise<void> {
    const [pid] = (await readFile(join(FOLDER, `${node}/data/postmaster.pid`), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
  },
  async killEtcd(node: number): Promise<void> {
    process.kill(Number(await readFile(join(FOLDER, `${node}/etcd.pid`), 'utf8')), 'SIGKILL')
  },
  /** Node whose etcd member is the leader. */
  async etcdLeader(): Promise<number> {
    for (const node of NODES) {
      const response = await fetch(`http://${addressOfNode(node)}:2379/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
      })
      const { header, leader } = (await response.json()) as { header: { member_id: string }; leader: string }
      if (header.member_id === leader) return node
    }
    throw new Error('etcd has no leader')
  },
  disconnect: (node: number) => run('ip', ['link', 'set', `sfha${node}`, 'down']),
  reconnect: (node: number) => run('ip', ['link', 'set', `sfha${node}`, 'up']),
  /** Runs a command inside a node, with the connection to its PostgreSQL. */
  isolatedNode: (node: number, url: string) => {
    const nodeUrl = new URL(url)
    nodeUrl.host = `${addressOfNode(node)}:5432`
    return { command: ['netns', 'exec', `sfha-${node}`], url: nodeUrl.href }
  },

  /** Actions in Patroni's log since then, with the seconds after it. */
  async listActionsSince(since: Date): Promise<string[]> {
    const lines = await Promise.all(
      NODES.map(async (node) => {
        const log = await readFile(join(FOLDER, `${node}/patroni.log`), 'utf8')
        return [...log.matchAll(ACTION)].map(([, day, time, ms, action]) => ({
          node,
          after: Date.parse(`${day}T${time}.${ms}Z`) - since.getTime(),
          action,
        }))
      }),
    )
    return lines
      .flat()
      .filter(({ after }) => after >= 0)
      .sort((first, second) => first.after - second.after)
      .map(({ node, after, action }) => `    +${(after / 1000).toFixed(1)} s n${node}: ${action}`)
  },
}

const ACTION =
  /^(\S+) (\d\d:\d\d:\d\d),(\d+) \w+: (promoted self.*|[Dd]emoting self.*|.*stopped immediate.*|.*synchronous standby status assigned.*|Synchronous standby status assigned.*)$/gm

const addressOfNode = (node: number) => `${NET}.1${node}`

/** A healthy replica is `running` in Patroni before 3.2, and `streaming` since. */
const HEALTHY_STATES = new Set(['running', 'streaming'])
const isLeader = ({ role }: Member) => role === 'leader'

function isHealthy(members: readonly Member[]): boolean {
  const timeline = members.find(isLeader)?.timeline
  const running = members.filter((member) => HEALTHY_STATES.has(member.state) && member.timeline === timeline)
  return running.length === NODES.length && running.some(({ role }) => role === 'sync_standby')
}

/** An isolated node still considers itself the leader, on an older timeline. */
async function newestLeader(): Promise<Member | undefined> {
  const leaders = (await readViews()).flatMap((members) => members.filter(isLeader))
  return leaders.toSorted((first, second) => (second.timeline ?? 0) - (first.timeline ?? 0))[0]
}

/** Cluster state as reported by each reachable node. */
async function readViews(): Promise<Member[][]> {
  const results = await Promise.allSettled(
    NODES.map(async (node) => {
      const response = await fetch(`http://${addressOfNode(node)}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
      return ((await response.json()) as { members: Member[] }).members
    }),
  )
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}
