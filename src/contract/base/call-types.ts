import type * as z from 'zod/mini'

/* The types of a described call that a client of the API works with. */

export type PartOf<C, Key extends 'params' | 'query' | 'body'> =
  C extends Record<Key, infer Schema> ? Extract<Schema, z.ZodMiniType> : never
type UrlValues = Record<string, string | number | boolean | undefined>

export type ParamsOf<C> = Extract<z.input<PartOf<C, 'params'>>, Record<string, string | number>>
export type QueryOf<C> = Extract<z.input<PartOf<C, 'query'>>, UrlValues>
export type BodyOf<C> = Extract<z.input<PartOf<C, 'body'>>, object>
/** The body of a successful response. */
export type SuccessOf<C> = C extends { responses: infer R }
  ? z.output<Extract<R[keyof R & (200 | 201)], z.ZodMiniType>>
  : never

/** A part is optional if all of its fields are, and forbidden if the call has none. */
export type InputPart<Key extends string, Value> = [Value] extends [never]
  ? { [K in Key]?: never }
  : object extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }
/** The argument after a call's name; optional if nothing in it is required. */
export type ArgumentOf<Value> = object extends Value ? [value?: Value] : [value: Value]
