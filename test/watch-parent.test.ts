import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'

const module = join(import.meta.dirname, '../scripts/watch-parent.mjs')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'salonfront-parent-'))
  const child = `import { watchParent } from ${JSON.stringify(module)}
    watchParent(() => { process.stdout.write('gone\\n'); process.exit(0) })
    process.stdout.write('started ' + process.pid + '\\n')
    setTimeout(() => process.stdout.write('still there\\n'), 1500)
    setInterval(() => {}, 1000)`
  writeFileSync(join(folder, 'child.mjs'), child)
  const scripts = { start: 'node child.mjs', shell: 'node child.mjs; exit 0' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'parent', scripts }))
})
afterAll(() => rmSync(folder, { recursive: true }))

function readLines(program: ChildProcess): AsyncIterator<string> {
  return createInterface({ input: program.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
}
async function start(command: string, args: string[]) {
  const program = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = readLines(program)
  for (;;) {
    const { value } = await lines.next()
    const pid = /^started (\d+)$/.exec(String(value))?.[1]
    if (pid !== undefined) return { program, lines, pid: Number(pid) }
  }
}

test.each(['start', 'shell'])(
  'a program that npm runs through its script %s detects that npm has ended',
  async (script) => {
    const { program, lines } = await start('npm', ['run', '--silent', script])
    program.kill('SIGKILL')
    expect((await lines.next()).value).toBe('gone')
  },
)

test('a program started in the background by a shell continues after the shell has ended', async () => {
  const { npm_lifecycle_event: _, ...env } = process.env
  const program = spawn('sh', ['-c', 'node child.mjs &'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = readLines(program)
  const pid = Number(/^started (\d+)$/.exec(String((await lines.next()).value))?.[1])
  if (program.exitCode === null) await once(program, 'exit')
  expect((await lines.next()).value).toBe('still there')
  process.kill(pid, 'SIGKILL')
})
