import type * as z from 'zod/mini'
import type * as apiDescription from './base/api-description.ts'
import type { Problem } from './base/problem.ts'
import type * as cart from './cart/calls.ts'
import type * as catalog from './catalog/calls.ts'
import type * as checkout from './checkout/calls.ts'
import type * as payout from './compensation/payouts.ts'
import type * as sales from './compensation/sales.ts'
import type * as salesChanges from './compensation/sales-changes.ts'
import type * as statement from './compensation/statement.ts'
import type * as content from './content/calls.ts'
import type * as finder from './content/finder.ts'
import type * as contentPage from './content/page.ts'
import type * as preview from './content/preview.ts'
import type * as terms from './content/terms.ts'
import type * as account from './customers/calls.ts'
import type * as emailChange from './customers/email-change.ts'
import type * as invitation from './customers/invitation.ts'
import type * as license from './customers/license.ts'
import type * as secondFactor from './customers/second-factor.ts'
import type * as member from './customers/sign-in.ts'
import type * as newsletter from './mail/newsletter.ts'
import type * as message from './messages/calls.ts'
import type * as order from './orders/calls.ts'
import type * as creditNote from './orders/credit-note.ts'
import type { CallName, WriteName } from './paths.ts'
import type * as post from './posts/calls.ts'
import type * as personalData from './privacy/calls.ts'

/*
 * The calls as types, by name, for the browser's client. Exports no values: a page that makes a call does not load the
 * call's schemas.
 */

type CallModules = typeof account &
  typeof apiDescription &
  typeof cart &
  typeof catalog &
  typeof checkout &
  typeof content &
  typeof contentPage &
  typeof creditNote &
  typeof emailChange &
  typeof finder &
  typeof invitation &
  typeof license &
  typeof message &
  typeof newsletter &
  typeof member &
  typeof order &
  typeof personalData &
  typeof payout &
  typeof post &
  typeof preview &
  typeof sales &
  typeof salesChanges &
  typeof secondFactor &
  typeof statement &
  typeof terms

/** Keyed by name. A name in `callPaths` without a call in these files fails to compile below. */
type Calls = {
  [Key in keyof CallModules as CallModules[Key] extends { name: infer N extends CallName }
    ? N
    : never]: CallModules[Key]
}

type Part<N extends CallName, Key extends 'params' | 'query' | 'body'> =
  Calls[N] extends Record<Key, infer Schema> ? Extract<Schema, z.ZodMiniType> : never
type UrlValues = Record<string, string | number | undefined>

/** The body's schema. */
export type BodyRules<N extends CallName> = Part<N, 'body'>
export type Params<N extends CallName> = Extract<z.input<Part<N, 'params'>>, Record<string, string | number>>
export type Query<N extends CallName> = Extract<z.input<Part<N, 'query'>>, UrlValues>
export type Body<N extends CallName> = Extract<z.input<Part<N, 'body'>>, object>
/** The body of a successful response. */
export type ResponseBody<N extends CallName> = z.output<Calls[N]['responses'][keyof Calls[N]['responses']]>

/** A part is optional if all of its fields are, and forbidden if the call has none. */
type InputPart<Key extends string, Value> = [Value] extends [never]
  ? { [K in Key]?: never }
  : object extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }
/** The parameters and query of a call's URL. */
export type UrlInput<N extends CallName> = InputPart<'params', Params<N>> & InputPart<'query', Query<N>>
export type CallInput<N extends CallName> = UrlInput<N> &
  InputPart<'body', Body<N>> & { headers?: Record<string, string> }
/** The argument after a call's name; optional if nothing in it is required. */
export type ArgumentOf<Value> = object extends Value ? [value?: Value] : [value: Value]

/** Calls that take a body and no parameters, so that a form can submit them. */
export type FormName = {
  [N in WriteName]: [Params<N>] extends [never] ? ([Body<N>] extends [never] ? never : N) : never
}[WriteName]
/** Calls that take a file in addition to their fields. */
export type UploadName = { [N in CallName]: Calls[N] extends { file: object } ? N : never }[CallName]
export type FileField<N extends CallName> = Calls[N] extends { file: { field: infer Field extends string } }
  ? Field
  : never

/** Any request can be malformed, exceed a rate limit, or meet an outage. */
type AnyErrorStatus = 400 | 429 | 500 | 503
export type ErrorStatus<N extends CallName> =
  | AnyErrorStatus
  | (Calls[N] extends { errors: readonly (infer Status)[] } ? Status : never)

/** Field names, nested ones joined with dots (docs/product §11). */
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

/** An error response to a call. */
export type CallError<N extends CallName> = Error & {
  call: N
  status: ErrorStatus<N>
  problem: ProblemOf<N> | undefined
}
