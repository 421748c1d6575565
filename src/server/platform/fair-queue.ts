type Job = { owner: string; run(): Promise<void>; drop(error: Error): void }

export type JobOptions = {
  /** Owner of the job; each job waits behind at most one job of every other owner. */
  owner?: string
  /** Aborted when the result is no longer needed: a job that has not begun is dropped. */
  signal?: AbortSignal
}

/** The queue, or its owner's share of it, is full; the response is 503 and Retry-After. */
export class QueueFullError extends Error {
  readonly statusCode = 503
}

/** Thrown when the result is no longer needed. */
export class JobDroppedError extends Error {}

const MAX_JOBS = 100
const MAX_JOBS_PER_OWNER = 5

/** Runs one job at a time, alternating between owners, so that many jobs of one owner do not block the others. */
export class FairQueue {
  readonly #waiting = new Map<string, Job[]>()
  readonly #maxJobs: number
  readonly #maxPerOwner: number
  #count = 0
  #isRunning = false

  constructor({ maxJobs = MAX_JOBS, maxPerOwner = MAX_JOBS_PER_OWNER } = {}) {
    this.#maxJobs = maxJobs
    this.#maxPerOwner = maxPerOwner
  }

  add<Output>(work: () => Promise<Output>, { owner = '', signal }: JobOptions = {}): Promise<Output> {
    if (signal?.aborted) return Promise.reject(new JobDroppedError())
    const ownerJobs = this.#waiting.get(owner) ?? []
    // Jobs without an owner are the shop's own and share the whole queue.
    if (this.#count >= this.#maxJobs || (owner !== '' && ownerJobs.length >= this.#maxPerOwner))
      return Promise.reject(
        new QueueFullError(`${this.#count} jobs are queued, ${ownerJobs.length} of them by the same owner`),
      )
    return new Promise((resolve, reject) => {
      const run = () => work().then(resolve, reject)
      const job: Job = { owner, run, drop: reject }
      const drop = () => this.#drop(job)
      job.run = () => {
        signal?.removeEventListener('abort', drop)
        return run()
      }
      signal?.addEventListener('abort', drop, { once: true })
      this.#waiting.set(owner, [...ownerJobs, job])
      this.#count++
      if (!this.#isRunning) void this.#runAll()
    })
  }

  #drop(job: Job): void {
    const ownerJobs = this.#waiting.get(job.owner) ?? []
    const remaining = ownerJobs.filter((other) => other !== job)
    if (remaining.length === ownerJobs.length) return
    this.#count--
    if (remaining.length > 0) this.#waiting.set(job.owner, remaining)
    else this.#waiting.delete(job.owner)
    job.drop(new JobDroppedError())
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    // A map keeps the order of its entries: an owner who had a turn moves to the end.
    for (let next = this.#takeNext(); next; next = this.#takeNext()) await next.run()
    this.#isRunning = false
  }

  #takeNext(): Job | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [owner, [job, ...remaining]] = first
    this.#waiting.delete(owner)
    if (remaining.length > 0) this.#waiting.set(owner, remaining)
    this.#count--
    return job
  }
}
