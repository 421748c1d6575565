import { Worker } from 'node:worker_threads'
import { FairQueue, type JobOptions } from './fair-queue.ts'

type PendingRequest<Output> = { resolve(output: Output): void; reject(error: unknown): void }

/**
 * Runs work in a separate thread, so that long work blocks no visitor. It starts with the first request and handles one
 * at a time, alternating between owners. An idle thread does not keep the process alive. If it exits, the current
 * request fails, and the next one starts another thread.
 */
export function makeWorkerThread<Input, Output>(url: URL): (input: Input, options?: JobOptions) => Promise<Output> {
  const queue = new FairQueue()
  let worker: Worker | undefined
  let pending: PendingRequest<Output> | undefined

  function startWorker() {
    const newWorker = new Worker(url)
    const fail = (error: unknown) => {
      if (worker !== newWorker) return
      worker = undefined
      pending?.reject(error)
    }
    newWorker.on('message', (output: Output) => {
      newWorker.unref()
      pending?.resolve(output)
    })
    newWorker.on('error', fail)
    newWorker.on('exit', (code) =>
      fail(new Error(`the thread of ${url.pathname.split('/').at(-1)} exited with code ${code}`)),
    )
    return newWorker
  }

  const send = (input: Input) =>
    new Promise<Output>((resolve, reject) => {
      worker ??= startWorker()
      pending = { resolve, reject }
      worker.ref()
      worker.postMessage(input)
    })

  return (input, options) => queue.add(() => send(input), options)
}
