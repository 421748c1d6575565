import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { runSeeding, type SeedTask } from './seed-in-child-process.ts'

const task: SeedTask = {
  pool: { engine: 'postgres', config: {} },
  config: { dataDir: '/nowhere', secret: '', secretPrevious: undefined, storage: 'disk', s3: undefined },
  endpoint: undefined,
  now: new Date('2026-08-01T15:00:00Z'),
}
/** Runs a program in place of the process that fills the shop. */
const startProgram = (program: string) =>
  spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' })
const WAIT_FOREVER = 'setInterval(() => {}, 60_000)'

test('a process that receives its task reports how it ended', async () => {
  expect(
    await runSeeding(
      startProgram(`process.on('message', ({ now }) => process.exit(now.getUTCFullYear() - 2026))`),
      task,
    ),
  ).toBe('done')
  expect(await runSeeding(startProgram(`process.on('message', () => process.exit(3))`), task)).toBe(3)
  expect(
    await runSeeding(startProgram(`process.on('message', () => process.kill(process.pid, 'SIGKILL'))`), task),
  ).toBe('SIGKILL')
})

test('a process that its task does not reach is ended, with the reason logged', async () => {
  const seeding = startProgram(WAIT_FOREVER)
  seeding.disconnect()
  expect(await runSeeding(seeding, task)).toBe('SIGTERM, because its task could not be sent: Channel closed')
})

test('a process killed before it receives its task reports the signal', async () => {
  const seeding = startProgram(WAIT_FOREVER)
  seeding.kill('SIGKILL')
  seeding.disconnect()
  expect(await runSeeding(seeding, task)).toBe('SIGKILL')
})
