import { readFileSync } from 'node:fs'

const EVERY_MS = 500

/**
 * Calls back once npm, which started this process, is gone. A signal to npm ends npm alone: the shell between passes
 * nothing on. Started otherwise, a parent may end at any time, as the shell of a background start does.
 */
export function watchParent(onGone, env = process.env) {
  const { ppid: parent } = process
  if (env.npm_lifecycle_event === undefined || parent === 1) return
  // npm runs its scripts by `sh -c`, which some shells replace by the script.
  const npm = isShell(parent) ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    onGone()
  }, EVERY_MS).unref()
}

const isShell = (pid) => /^(?:\S*\/)?(?:sh|dash|bash|ash|busybox)\0.*-c\0/s.test(read(pid, 'cmdline') ?? '')

/** Undefined where there is no /proc. The name before it, in parentheses, may hold spaces. */
function parentOf(pid) {
  const parent = read(pid, 'stat')?.replace(/^.*\)/s, '').trim().split(' ')[1]
  return parent === undefined ? undefined : Number(parent)
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
