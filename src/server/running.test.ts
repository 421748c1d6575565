import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { restartAtSignals } from './running.ts'

it('a signal to start anew counts when all is there, however many came before; later ones count each', () => {
  const signals = new EventEmitter() as EventEmitter & Pick<NodeJS.Process, 'on'>
  const isThere = restartAtSignals(signals)
  signals.emit('SIGUSR2')
  signals.emit('SIGUSR2')
  const restart = vi.fn(async () => {})
  isThere({ restart })
  expect(restart).toHaveBeenCalledTimes(1)
  signals.emit('SIGUSR2')
  expect(restart).toHaveBeenCalledTimes(2)
})

it('without such a signal nothing is started anew, and what cannot be ignores it', () => {
  const signals = new EventEmitter() as EventEmitter & Pick<NodeJS.Process, 'on'>
  const isThere = restartAtSignals(signals)
  const restart = vi.fn(async () => {})
  isThere({ restart })
  expect(restart).not.toHaveBeenCalled()
  restartAtSignals(signals)({})
  signals.emit('SIGUSR2')
})
