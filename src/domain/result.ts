/** An expected refusal, with its reason. Unexpected errors are thrown. */
export type Refused<Refusal> = { ok: false; refusal: Refusal }

/**
 * The result of an operation that may be refused: success with the fields of `Value`, or a refusal. A transaction that
 * returns a refusal is rolled back.
 */
export type Result<Value, Refusal> = ({ ok: true } & Value) | Refused<Refusal>

/** The value of a success without data. */
export type Done = unknown

export const refuse = <const Refusal>(refusal: Refusal): Refused<Refusal> => ({ ok: false, refusal })
