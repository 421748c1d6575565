import { Worker } from 'node:worker_threads'

type Waiting<Output> = { resolve(output: Output): void; reject(fault: unknown): void }

/**
 * Asks a thread of its own, which starts with the first question and answers them in their order, so that no visitor waits
 * for what takes long. An idle thread does not keep the process alive; one that ends fails what it was asked, and the next
 * question starts another.
 */
export function makeThread<Input, Output>(url: URL): (input: Input) => Promise<Output> {
  let thread: { worker: Worker; waiting: Waiting<Output>[] } | undefined

  function start() {
    const waiting: Waiting<Output>[] = []
    const worker = new Worker(url)
    const end = (fault: unknown) => {
      thread = undefined
      for (const { reject } of waiting.splice(0)) reject(fault)
    }
    worker.on('message', (output: Output) => {
      waiting.shift()?.resolve(output)
      if (waiting.length === 0) worker.unref()
    })
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`the thread of ${url.pathname.split('/').at(-1)} ended with ${code}`)))
    return { worker, waiting }
  }

  return (input) => {
    thread ??= start()
    const { worker, waiting } = thread
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      worker.ref()
      worker.postMessage(input)
    })
  }
}
