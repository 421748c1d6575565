/** An expected refusal, with its reason. Unexpected errors are thrown. */
export type RefusedResult<Refusal> = { ok: false; refusal: Refusal }

/**
 * The result of an operation that may be refused: success with the fields of `Value`, or a refusal. A transaction that
 * returns a refusal is rolled back.
 */
export type Result<Value, Refusal> = ({ ok: true } & Value) | RefusedResult<Refusal>

/** The value of a success without data. */
export type NoValue = unknown

export const refuse = <const Refusal>(refusal: Refusal): RefusedResult<Refusal> => ({ ok: false, refusal })
