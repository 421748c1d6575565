import { beforeEach, expect, test } from 'vitest'
import { FairQueue, JobDroppedError, QueueFullError } from './fair-queue.ts'

let done: string[] = []
beforeEach(() => {
  done = []
})
const job = (name: string) => async () => {
  await Promise.resolve()
  done.push(name)
}

test('alternates between the jobs of many owners', async () => {
  const queue = new FairQueue()
  const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']
  await Promise.all(names.map((name) => queue.add(job(name), { owner: name[0] as string })))
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2'])
})

test('runs one job at a time, and continues after one that fails', async () => {
  const queue = new FairQueue()
  let running = 0
  const runAlone = async () => {
    expect(++running).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    running--
  }
  const failing = queue.add(() => Promise.reject(new Error('an error')))
  await Promise.all([expect(failing).rejects.toThrow('an error'), queue.add(runAlone), queue.add(runAlone)])
})

test('refuses the sixth waiting job of one owner with 503, and accepts those of others', async () => {
  const queue = new FairQueue()
  const first = Promise.withResolvers<void>()
  const running = queue.add(() => first.promise, { owner: 'a' })
  const waiting = Array.from({ length: 5 }, (_, index) => queue.add(job(`a${index}`), { owner: 'a' }))
  await expect(queue.add(job('a5'), { owner: 'a' })).rejects.toMatchObject({ statusCode: 503 })
  const other = queue.add(job('b'), { owner: 'b' })
  first.resolve()
  await Promise.all([running, ...waiting, other])
  expect(done).toEqual(['a0', 'b', 'a1', 'a2', 'a3', 'a4'])
})

test('refuses more jobs than its limit, regardless of their owners', async () => {
  const queue = new FairQueue({ maxJobs: 3 })
  const first = Promise.withResolvers<void>()
  const jobs = ['a', 'b', 'c', 'd'].map((owner) => queue.add(() => first.promise, { owner }))
  await expect(queue.add(job('e'), { owner: 'e' })).rejects.toBeInstanceOf(QueueFullError)
  first.resolve()
  await Promise.all(jobs)
  await queue.add(job('f'), { owner: 'f' })
  expect(done).toEqual(['f'])
})

test('drops a job whose sender disconnects before it begins, and frees its place', async () => {
  const queue = new FairQueue({ maxPerOwner: 1 })
  const first = Promise.withResolvers<void>()
  const running = queue.add(() => first.promise, { owner: 'a' })
  const controller = new AbortController()
  const dropped = queue.add(job('dropped'), { owner: 'a', signal: controller.signal })
  controller.abort()
  await expect(dropped).rejects.toBeInstanceOf(JobDroppedError)
  const next = queue.add(job('next'), { owner: 'a' })
  first.resolve()
  await Promise.all([running, next])
  expect(done).toEqual(['next'])
  await expect(queue.add(job('too late'), { signal: controller.signal })).rejects.toBeInstanceOf(JobDroppedError)
})
