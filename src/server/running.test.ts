import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { restartAtSignals } from './running.ts'

it('a restart signal during startup takes effect once startup is complete, however many were sent; later ones count individually', () => {
  const signals = new EventEmitter() as EventEmitter & Pick<NodeJS.Process, 'on'>
  const onStarted = restartAtSignals(signals)
  signals.emit('SIGUSR2')
  signals.emit('SIGUSR2')
  const restart = vi.fn(async () => {})
  onStarted({ restart })
  expect(restart).toHaveBeenCalledTimes(1)
  signals.emit('SIGUSR2')
  expect(restart).toHaveBeenCalledTimes(2)
})

it('nothing restarts without such a signal, and a process that cannot restart ignores it', () => {
  const signals = new EventEmitter() as EventEmitter & Pick<NodeJS.Process, 'on'>
  const onStarted = restartAtSignals(signals)
  const restart = vi.fn(async () => {})
  onStarted({ restart })
  expect(restart).not.toHaveBeenCalled()
  restartAtSignals(signals)({})
  signals.emit('SIGUSR2')
})
