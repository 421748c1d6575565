import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { PlainError, root, say } from './prepare.mjs'

const bin = join(root, 'node_modules/.bin')

/** Our own tools run on the pinned Node, whatever Node started this script. */
export function runTool(command, arguments_, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, arguments_, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

export async function runStep(name, command, arguments_, env) {
  const started = Date.now()
  const code = await runTool(command, arguments_, env)
  if (code !== 0) throw new PlainError(`✗ ${name} failed (${[command, ...arguments_].join(' ')}).`)
  say(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}

/** Waits for all of them, so that every finding is printed and nothing runs on, then throws the first failure. */
export async function allOf(steps) {
  const failed = (await Promise.allSettled(steps)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

/** Types, format and lint, the zones' import rule, unused code, generated files. */
export async function checkAll() {
  await allOf([
    // Each further checker checks again what the files of several have in common, and a process this short needs to free
    // nothing until it is large: together half of the processor's time, and the other core is free for what follows.
    runStep('types', 'tsc', ['--noEmit', '-p', '.', '--checkers', '1'], { GOGC: 'off', GOMEMLIMIT: '2GiB' }),
    runStep('format and lint', 'biome', ['check', '--error-on-warnings', '.']),
    runStep('zones', 'depcruise', ['--output-type', 'err', 'src', 'db', 'bench', 'scripts', 'test']),
    runStep('unused code', 'knip', ['--no-progress']),
    runStep('generated files', 'node', ['scripts/generate-schema.ts', '--check']),
  ])
}
