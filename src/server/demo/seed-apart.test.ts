import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { endOf, type SeedTask } from './seed-apart.ts'

const task: SeedTask = {
  beside: { engine: 'postgres', config: {} },
  config: { dataDir: '/nowhere', secret: '', secretPrevious: undefined, storage: 'disk', s3: undefined },
  endpoint: undefined,
  now: new Date('2026-08-01T15:00:00Z'),
}
/** A process in the place of the one that fills the shop. */
const running = (program: string) =>
  spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' })
const WAITING = 'setInterval(() => {}, 60_000)'

test('a process that gets its task is asked how it ended', async () => {
  expect(
    await endOf(running(`process.on('message', ({ now }) => process.exit(now.getUTCFullYear() - 2026))`), task),
  ).toBe('done')
  expect(await endOf(running(`process.on('message', () => process.exit(3))`), task)).toBe(3)
  expect(await endOf(running(`process.on('message', () => process.kill(process.pid, 'SIGKILL'))`), task)).toBe(
    'SIGKILL',
  )
})

test('one that its task does not reach is ended, and the reason is said', async () => {
  const seeding = running(WAITING)
  seeding.disconnect()
  expect(await endOf(seeding, task)).toBe('SIGTERM, because its task could not be sent: Channel closed')
})

test('one that was killed before its task reached it ended by that', async () => {
  const seeding = running(WAITING)
  seeding.kill('SIGKILL')
  seeding.disconnect()
  expect(await endOf(seeding, task)).toBe('SIGKILL')
})
