import type { Writable } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import pg from 'pg'
import { isStalePlan, type StatementNames } from './statement-names.ts'
import { isEndedForAnother, tryAgain } from './try-again.ts'

/** What sends statements: a connection, or what shares some. */
export type Asker = { ask<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> }
export type StatementResult<Row> = { command: string; rowCount: number | null; rows: Row[] }

/** What `pg` has but its types leave out. */
type WiredClient = pg.PoolClient & { connection: { stream: Writable } }
export type Statement = pg.Query & {
  text: string
  name?: string
  callback: (fault: unknown, answer?: pg.QueryResult) => void
}

const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * One of the pool's connections while somebody has it (docs/decisions/0030): what is asked at the same time is sent at
 * once, and a statement that comes back by its name. Everybody else's is not pipelined: COPY cannot be.
 */
export class PipelinedConnection implements DatabaseConnection, Asker {
  readonly #client: WiredClient
  readonly #names: StatementNames | undefined
  /** What PostgreSQL said last is older than what is on its way. */
  #stage: 'no transaction' | 'in transaction' | 'ended' = 'no transaction'
  #begun: Promise<unknown> | undefined
  #committed: Promise<void> | undefined
  #isBroken = false
  #isHeld = false

  constructor(client: pg.PoolClient, names: StatementNames | undefined) {
    this.#client = client as WiredClient
    this.#names = names
    setPipelined(client, true)
  }

  ask<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    if (this.#stage === 'ended') return Promise.reject(new Error('A statement behind the commit of its transaction.'))
    // Of a transaction, inTransaction begins again. A statement by itself is one.
    if (this.#stage === 'in transaction') return this.#askOnce(text, values)
    return tryAgain(
      () => this.#askOnce<Row>(text, values),
      (fault) => isEndedForAnother(fault) || isStalePlan(fault),
    )
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.ask<Row>(sql, parameters)
    return WRITES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows: rows ?? [] }
  }

  streamQuery(): never {
    throw new Error('Rows are streamed by COPY (copy-out.ts).')
  }

  /** Sent, and not waited for: the first statement follows at once. */
  begin(statement: string): void {
    this.#stage = 'in transaction'
    this.#committed = undefined
    this.#begun = this.#askOnce(statement, [])
    // Told by the commit; a connection that cannot begin refuses what follows as well.
    this.#begun.catch(() => {})
  }

  /** Behind whatever has been sent; a statement that comes later throws. */
  commit(): Promise<void> {
    this.#stage = 'ended'
    this.#committed ??= Promise.all([this.#askOnce('commit', []), this.#begun]).then(([{ command }]) => {
      // So PostgreSQL completes a COMMIT behind a statement that failed.
      if (command === 'ROLLBACK') throw new Error('The transaction was undone because a statement of it had failed.')
    })
    return this.#committed
  }

  /** Also behind a commit that failed: nothing is under way any more when this returns. */
  async rollback(): Promise<void> {
    this.#stage = 'ended'
    const isCommitted = await this.#committed?.then(
      () => true,
      () => false,
    )
    if (isCommitted) return
    try {
      await this.#askOnce('rollback', [])
    } catch (fault) {
      this.#isBroken = true
      throw fault
    }
  }

  release(): void {
    setPipelined(this.#client, false)
    this.#client.release(this.#isBroken)
  }

  async #askOnce<Row>(text: string, values: readonly unknown[]): Promise<StatementResult<Row>> {
    const name = values.length > 0 ? this.#names?.nameOf(text) : undefined
    try {
      return await this.#send<Row>(text, values, name)
    } catch (fault) {
      if (name !== undefined && isStalePlan(fault)) this.#names?.forget(text, name)
      // Whoever asked, instead of the socket that brought the news.
      if (fault instanceof Error) Error.captureStackTrace(fault)
      throw fault
    }
  }

  #send<Row>(text: string, values: readonly unknown[], name: string | undefined): Promise<StatementResult<Row>> {
    this.#sendTogether()
    return new Promise((resolve, reject) => {
      // `pg` would copy a plain object, its properties' descriptors included, which takes as long as sending it.
      // With its callback from the start: of one that gets it afterwards, every answer outlives its request in V8's old
      // generation (docs/decisions/0098).
      const statement = new pg.Query(text, values as unknown[], (fault, answer) =>
        fault ? reject(fault) : resolve(answer as unknown as StatementResult<Row>),
      ) as Statement
      if (name !== undefined) statement.name = name
      this.#client.query(statement)
    })
  }

  /**
   * What is asked before the event loop goes on leaves in one piece: each piece is a system call here, and wakes the
   * server's process there.
   */
  #sendTogether(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    const { stream } = this.#client.connection
    stream.cork()
    // After all promises that are due now.
    process.nextTick(() => {
      this.#isHeld = false
      stream.uncork()
    })
  }
}

/** `pg` reads it at each query; between two users nothing is under way. */
const setPipelined = (client: pg.PoolClient, pipeline: boolean) => void Object.assign(client, { pipeline })
