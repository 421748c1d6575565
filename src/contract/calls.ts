import type * as z from 'zod/mini'
import type * as account from './account.ts'
import type * as apiDescription from './api-description.ts'
import type * as cart from './cart.ts'
import type * as catalog from './catalog.ts'
import type * as checkout from './checkout.ts'
import type * as content from './content.ts'
import type * as emailChange from './email-change.ts'
import type * as invitation from './invitation.ts'
import type * as licence from './licence.ts'
import type * as member from './member.ts'
import type * as order from './order.ts'
import type { CallName, WriteName } from './paths.ts'
import type * as post from './post.ts'
import type { Problem } from './problem.ts'
import type * as sales from './sales.ts'
import type * as salesChanges from './sales-changes.ts'
import type * as secondFactor from './second-factor.ts'
import type * as statement from './statement.ts'

/*
 * The calls as types, by name: what the browser's client knows of them. Nothing here is a value, so that no page's script
 * has a schema in it because it makes a call.
 */

type Defined = typeof account &
  typeof apiDescription &
  typeof cart &
  typeof catalog &
  typeof checkout &
  typeof content &
  typeof emailChange &
  typeof invitation &
  typeof licence &
  typeof member &
  typeof order &
  typeof post &
  typeof sales &
  typeof salesChanges &
  typeof secondFactor &
  typeof statement

/** Every name of the table has its call here, or nothing below compiles. */
type Calls = {
  [Key in keyof Defined as Defined[Key] extends { name: infer N extends CallName } ? N : never]: Defined[Key]
}

type Part<N extends CallName, Key extends 'params' | 'query' | 'body'> =
  Calls[N] extends Record<Key, infer Schema> ? Extract<Schema, z.ZodMiniType> : never
/** What stands in a URL. */
type UrlValues = Record<string, string | number | undefined>

/** The schema of the body. */
export type BodyRules<N extends CallName> = Part<N, 'body'>
export type Params<N extends CallName> = Extract<z.input<Part<N, 'params'>>, Record<string, string | number>>
export type Query<N extends CallName> = Extract<z.input<Part<N, 'query'>>, UrlValues>
export type Body<N extends CallName> = Extract<z.input<Part<N, 'body'>>, object>
/** What a success answers. */
export type Answer<N extends CallName> = z.output<Calls[N]['responses'][keyof Calls[N]['responses']]>

/** A part may be left out when all of its fields may, and a call without parts has none. */
type Given<Key extends string, Value> = [Value] extends [never]
  ? { [K in Key]?: never }
  : object extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }
/** What a request says. */
export type Asked<N extends CallName> = Given<'params', Params<N>> & Given<'query', Query<N>>
export type Input<N extends CallName> = Asked<N> & Given<'body', Body<N>> & { headers?: Record<string, string> }
/** The arguments after the name of a call: none where nothing has to be said. */
export type Rest<Value> = object extends Value ? [value?: Value] : [value: Value]

/** The calls that a form is the body of, and nothing else is asked. */
export type FormName = {
  [N in WriteName]: [Params<N>] extends [never] ? ([Body<N>] extends [never] ? never : N) : never
}[WriteName]
/** The calls that take a file beside their fields, and its field. */
export type UploadName = { [N in CallName]: Calls[N] extends { file: object } ? N : never }[CallName]
export type FileField<N extends CallName> = Calls[N] extends { file: { field: infer Field extends string } }
  ? Field
  : never

/** Any call may be malformed, made too often, or come to a shop that is failing. */
type AnyErrorStatus = 400 | 429 | 500 | 503
export type ErrorStatus<N extends CallName> =
  | AnyErrorStatus
  | (Calls[N] extends { errors: readonly (infer Status)[] } ? Status : never)

/** Names of fields, nested ones with dots (product.md §11). */
type FieldName<Fields> = Fields extends unknown
  ? {
      [Key in keyof Fields & string]: NonNullable<Fields[Key]> extends Record<string, unknown>
        ? `${Key}.${FieldName<NonNullable<Fields[Key]>>}`
        : Key
    }[keyof Fields & string]
  : never
export type ProblemOf<N extends CallName> = Omit<Problem, 'status' | 'errors'> & {
  status: ErrorStatus<N>
  errors?: Partial<Record<FieldName<Body<N>> | FieldName<Query<N>> | FileField<N>, string>>
}

/** An error that a call answered. */
export type CallError<N extends CallName> = Error & {
  call: N
  status: ErrorStatus<N>
  problem: ProblemOf<N> | undefined
}
