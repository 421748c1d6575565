import { Worker } from 'node:worker_threads'
import { FairQueue, type JobOptions } from './fair-queue.ts'

type Waiting<Output> = { resolve(output: Output): void; reject(error: unknown): void }

/**
 * Runs work in a dedicated thread, which starts with the first request and handles one at a time, taking turns between
 * owners, so that long work blocks no visitor. An idle thread does not keep the process alive. If it exits, the current
 * request fails, and the next one starts another thread.
 */
export function makeWorkerThread<Input, Output>(url: URL): (input: Input, options?: JobOptions) => Promise<Output> {
  const queue = new FairQueue()
  let worker: Worker | undefined
  let waiting: Waiting<Output> | undefined

  function start() {
    const started = new Worker(url)
    const end = (error: unknown) => {
      if (worker !== started) return
      worker = undefined
      waiting?.reject(error)
    }
    started.on('message', (output: Output) => {
      started.unref()
      waiting?.resolve(output)
    })
    started.on('error', end)
    started.on('exit', (code) =>
      end(new Error(`the thread of ${url.pathname.split('/').at(-1)} exited with code ${code}`)),
    )
    return started
  }

  const ask = (input: Input) =>
    new Promise<Output>((resolve, reject) => {
      worker ??= start()
      waiting = { resolve, reject }
      worker.ref()
      worker.postMessage(input)
    })

  return (input, options) => queue.add(() => ask(input), options)
}
