/** An expected refusal: its reason in snake_case, and what a message needs. Unexpected errors are thrown. */
export type AnyRefusal = { code: string }

/** Refusals that consist of their code. */
export type Refusal<Code extends string> = Code extends string ? { code: Code } : never

export type RefusedResult<Reason extends AnyRefusal> = { ok: false; refusal: Reason }

/**
 * The result of an operation that may be refused: success with the fields of `Value`, or a refusal. A transaction that
 * returns a refusal is rolled back.
 */
export type Result<Value, Reason extends AnyRefusal> = ({ ok: true } & Value) | RefusedResult<Reason>

/** The value of a success without data. */
export type NoValue = unknown

export const refuse = <const Reason extends AnyRefusal>(refusal: Reason): RefusedResult<Reason> => ({
  ok: false,
  refusal,
})
