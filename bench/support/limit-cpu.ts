import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PERIOD_US = 100_000
const ROOT = '/sys/fs/cgroup'
let groupCount = 0

export type ProcessLimit = { release(): void }

/**
 * Limits a process with all its threads to a share of one core with a new cgroup below the current one, in version 2 or
 * 1, whichever has the CPU controller. Needs root.
 */
export function limitCpu(pid: number, share: number): ProcessLimit {
  const { folder, isUnified } = controllerFolder()
  const group = join(folder, `salonfront-bench-${process.pid}-${++groupCount}`)
  mkdirSync(group)
  const quota = String(share * PERIOD_US)
  if (isUnified) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`)
  else {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), quota)
  }
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return {
    release() {
      if (existsSync(`/proc/${pid}`)) writeFileSync(join(folder, 'cgroup.procs'), String(pid))
      rmdirSync(group)
    },
  }
}

function controllerFolder(): { folder: string; isUnified: boolean } {
  const cgroups = readFileSync('/proc/self/cgroup', 'utf8')
  const v1Path = /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m.exec(cgroups)?.[1]
  if (v1Path !== undefined) {
    for (const controller of ['cpu', 'cpu,cpuacct']) {
      const folder = join(ROOT, controller, v1Path)
      if (existsSync(join(folder, 'cgroup.procs'))) return { folder, isUnified: false }
    }
  }
  const v2Path = /^0::(.*)$/m.exec(cgroups)?.[1]
  if (v2Path === undefined)
    throw new Error('This machine has no cgroups: processes cannot be limited to a share of a core.')
  return { folder: join(ROOT, v2Path), isUnified: true }
}
