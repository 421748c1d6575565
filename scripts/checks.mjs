import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { log, PlainError, root } from './prepare.mjs'

const bin = join(root, 'node_modules/.bin')

/** Runs our tools on the pinned Node, regardless of the Node that started this script. */
export function runTool(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const TICKS_PER_SECOND = 100

/**
 * Returns the CPU seconds, user and system, of this process and of all descendants that have ended. Undefined where the
 * system does not tell, which is everywhere but on Linux.
 */
export function readCpuSeconds() {
  let stat
  try {
    stat = readFileSync('/proc/self/stat', 'utf8')
  } catch {
    return undefined
  }
  // The program's name, in parentheses, may contain spaces. utime, stime, cutime and cstime are fields 14 to 17.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return ticks.reduce((sum, value) => sum + Number(value), 0) / TICKS_PER_SECOND
}

export async function runStep(name, command, args, env) {
  const started = Date.now()
  const code = await runTool(command, args, env)
  if (code !== 0) throw new PlainError(`✗ ${name} failed (${[command, ...args].join(' ')}).`)
  log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}

/** Waits for all of them, so that every finding is printed and nothing keeps running, then throws the first failure. */
export async function runAll(steps) {
  const failed = (await Promise.allSettled(steps)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

/** Checks types, format and lint, the import rules of the layers, unused code and generated files. */
export async function checkAll() {
  await runAll([
    // Each additional checker repeats the work for shared files, and a process this short does not need garbage
    // collection until it is large. Together this saves half of the CPU time and leaves the other core to the next
    // steps.
    runStep('types', 'tsc', ['--noEmit', '-p', '.', '--checkers', '1'], { GOGC: 'off', GOMEMLIMIT: '2GiB' }),
    runStep('format and lint', 'biome', ['check', '--error-on-warnings', '.']),
    runStep('import rules', 'depcruise', ['--output-type', 'err', 'src', 'db', 'bench', 'scripts', 'test']),
    runStep('unused code', 'knip', ['--no-progress']),
    runStep('language', 'node', ['scripts/check-language.ts']),
    runStep('generated files', 'node', ['scripts/generate-schema.ts', '--check']),
  ])
}
