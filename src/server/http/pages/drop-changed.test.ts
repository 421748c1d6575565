import { expect, test } from 'vitest'
import { makeDropChanged } from './drop-changed.ts'

function watch(reload: () => Promise<void>) {
  const events: unknown[] = []
  const dropChanged = makeDropChanged(
    {
      settings: { reload: () => reload().then(() => void events.push('reloaded')) } as never,
      pageCache: { invalidate: (tags: unknown) => events.push(tags) } as never,
    },
    (error) => events.push(error),
  )
  return { dropChanged, events }
}

test('a published brand is loaded before every page is dropped', async () => {
  const { dropChanged, events } = watch(async () => {})
  dropChanged(['content:brand'])
  expect(events).toEqual([])
  await new Promise(setImmediate)
  expect(events).toEqual(['reloaded', 'all'])
})

test('other content drops its own pages at once', () => {
  const { dropChanged, events } = watch(async () => {})
  dropChanged(['content:page', 'product:7'])
  expect(events).toEqual([['content:page', 'product:7']])
})

test('pages are dropped even if the brand cannot be loaded', async () => {
  const failure = new Error('no connection')
  const { dropChanged, events } = watch(() => Promise.reject(failure))
  dropChanged(['content:brand'])
  await new Promise(setImmediate)
  expect(events).toEqual([failure, 'all'])
})
