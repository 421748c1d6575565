import type { output } from 'zod/mini'
import { type AdminReadName, type AdminWriteName, adminCallPath } from '#contract/admin-paths.ts'
import type { Problem } from '#contract/problem.ts'
import type * as staff from '#contract/staff.ts'
import { csrfToken } from '#web/client/personal.ts'

type Defined = typeof staff
type CallOf<N> = { [Key in keyof Defined]: Defined[Key] extends { name: N } ? Defined[Key] : never }[keyof Defined]
/** The body of a successful response. */
export type Answer<N> =
  CallOf<N> extends { responses: { 200: infer Schema } }
    ? Schema extends Parameters<typeof anyOutput>[0]
      ? output<Schema>
      : never
    : never
declare const anyOutput: (schema: import('zod/mini').ZodMiniType) => void

/** An answer of the back office that is not a success; `problem.errors.proof` asks for the password or a code. */
export class AdminError extends Error {
  readonly status: number
  readonly problem: Problem | undefined
  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The shop answered ${status}`)
    this.status = status
    this.problem = problem
  }
}

export const adminGet = <N extends AdminReadName>(name: N): Promise<Answer<N>> =>
  answered(fetch(adminCallPath(name), { headers: headers() }))

export const adminPost = <N extends AdminWriteName>(name: N, body: object = {}): Promise<Answer<N>> =>
  answered(
    fetch(adminCallPath(name), {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

const headers = () => ({ accept: 'application/json', 'x-csrf-token': csrfToken() })

async function answered<Body>(asked: Promise<Response>): Promise<Body> {
  const response = await asked
  if (response.ok) return (await response.json()) as Body
  // A proxy may have answered with a page of its own: then there is no problem document.
  throw new AdminError(response.status, (await response.json().catch(() => undefined)) as Problem | undefined)
}

/** What to show of whatever was thrown. */
export const sentenceOf = (fault: unknown): string =>
  fault instanceof AdminError ? fault.message : 'The shop could not be reached. Please try again.'
