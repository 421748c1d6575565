import type { Writable } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import pg from 'pg'
import { isAbortedForConflict, retryOnConflict } from './retry-on-conflict.ts'
import { isStalePlan, type StatementNames } from './statement-names.ts'

/** Sends statements: a single connection, or several shared ones. */
export type StatementSender = { send<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> }
export type StatementResult<Row> = { command: string; rowCount: number | null; rows: Row[] }

/** Parts of `pg` that its types omit. */
type WiredClient = pg.PoolClient & { connection: { stream: Writable } }
export type Statement = pg.Query & {
  text: string
  name?: string
  callback: (error: unknown, result?: pg.QueryResult) => void
}

const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * A pool connection in use (docs/decisions/0030): concurrent statements are sent at once, and repeated
 * ones by their name. Other users of the pool do not pipeline: COPY cannot.
 */
export class PipelinedConnection implements DatabaseConnection, StatementSender {
  readonly #client: WiredClient
  readonly #names: StatementNames | undefined
  /** Tracked here because PostgreSQL's last report is older than the statements in flight. */
  #stage: 'no transaction' | 'in transaction' | 'ended' = 'no transaction'
  #beginResult: Promise<unknown> | undefined
  #committed: Promise<void> | undefined
  #isBroken = false
  #isCorked = false

  constructor(client: pg.PoolClient, names: StatementNames | undefined) {
    this.#client = client as WiredClient
    this.#names = names
    setPipelined(client, true)
  }

  send<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    if (this.#stage === 'ended')
      return Promise.reject(new Error('A statement was sent after the commit of its transaction.'))
    // A transaction is retried as a whole by inTransaction; a single statement is retried here.
    if (this.#stage === 'in transaction') return this.#sendOnce(text, values)
    return retryOnConflict(
      () => this.#sendOnce<Row>(text, values),
      (error) => isAbortedForConflict(error) || isStalePlan(error),
    )
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.send<Row>(sql, parameters)
    return WRITES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows: rows ?? [] }
  }

  streamQuery(): never {
    throw new Error('Use COPY to stream rows (copy-out.ts).')
  }

  /** Sent without waiting: the first statement follows immediately. */
  begin(statement: string): void {
    this.#stage = 'in transaction'
    this.#committed = undefined
    this.#beginResult = this.#sendOnce(statement, [])
    // The commit reports the error; a connection that cannot begin refuses later statements as well.
    this.#beginResult.catch(() => {})
  }

  /** Queued after everything sent so far; a later statement throws. */
  commit(): Promise<void> {
    this.#stage = 'ended'
    this.#committed ??= Promise.all([this.#sendOnce('commit', []), this.#beginResult]).then(([{ command }]) => {
      // PostgreSQL responds to COMMIT this way after a failed statement.
      if (command === 'ROLLBACK')
        throw new Error('The transaction was rolled back because one of its statements had failed.')
    })
    return this.#committed
  }

  /** Also waits for a failed commit: nothing is in flight anymore when this returns. */
  async rollback(): Promise<void> {
    this.#stage = 'ended'
    const isCommitted = await this.#committed?.then(
      () => true,
      () => false,
    )
    if (isCommitted) return
    try {
      await this.#sendOnce('rollback', [])
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    setPipelined(this.#client, false)
    this.#client.release(this.#isBroken)
  }

  async #sendOnce<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    const name = values.length > 0 ? this.#names?.nameOf(text) : undefined
    try {
      return await this.#sendQuery<Row>(text, values, name)
    } catch (error) {
      if (name !== undefined && isStalePlan(error)) this.#names?.forget(text, name)
      // Points the stack at the caller, instead of the socket that received the error.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  #sendQuery<Row>(text: string, values: readonly unknown[], name: string | undefined): Promise<StatementResult<Row>> {
    this.#corkUntilNextTick()
    return new Promise((resolve, reject) => {
      // `pg` would copy a plain object with its property descriptors, which takes as long as sending it. The callback
      // is passed to the constructor: if it is set later, every result outlives its request in V8's old generation
      // (docs/decisions/0030).
      const statement = new pg.Query(text, values as unknown[], (error, result) =>
        error ? reject(error) : resolve(result as unknown as StatementResult<Row>),
      ) as Statement
      if (name !== undefined) statement.name = name
      this.#client.query(statement)
    })
  }

  /**
   * Sends all statements of one event loop turn in a single packet: each packet costs a system call here, and wakes the
   * server's process there.
   */
  #corkUntilNextTick(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.#client.connection
    stream.cork()
    // Runs after all promises that are due now.
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

/** `pg` reads this at each query; nothing is in flight between two users of a connection. */
const setPipelined = (client: pg.PoolClient, pipeline: boolean) => void Object.assign(client, { pipeline })
