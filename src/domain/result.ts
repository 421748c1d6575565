/** An expected no, with its reason. What nobody expects is thrown. */
export type Refused<Refusal> = { ok: false; refusal: Refusal }

/**
 * The answer of whatever may say no: a yes with the fields of `Value`, or a refusal. A transaction that returns a
 * refusal is rolled back.
 */
export type Result<Value, Refusal> = ({ ok: true } & Value) | Refused<Refusal>

/** The value of a yes that carries nothing. */
export type Done = unknown

export const refuse = <const Refusal>(refusal: Refusal): Refused<Refusal> => ({ ok: false, refusal })
