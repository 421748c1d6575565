import { readFileSync } from 'node:fs'

const INTERVAL_MS = 500

/**
 * Calls back once npm, which started this process, has exited. A signal to npm ends npm alone: the shell in between does
 * not forward it. Without npm, a parent may end at any time, like the shell of a background start.
 */
export function watchParent(onExit, env = process.env) {
  const { ppid: parent } = process
  if (env.npm_lifecycle_event === undefined || parent === 1) return
  // npm runs its scripts with `sh -c`, which some shells replace with the script.
  const npm = isShell(parent) ? readParent(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || readParent(parent) === npm)) return
    clearInterval(timer)
    onExit()
  }, INTERVAL_MS).unref()
}

const isShell = (pid) => /^(?:\S*\/)?(?:sh|dash|bash|ash|busybox)\0.*-c\0/s.test(readProcFile(pid, 'cmdline') ?? '')

/** Returns undefined if there is no /proc. The process name, in parentheses, may contain spaces. */
function readParent(pid) {
  const parent = readProcFile(pid, 'stat')?.replace(/^.*\)/s, '').trim().split(' ')[1]
  return parent === undefined ? undefined : Number(parent)
}

function readProcFile(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
