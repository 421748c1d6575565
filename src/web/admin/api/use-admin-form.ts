import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type Resolver,
  set,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldErrors } from './error-messages.ts'

type Call = { body: z.ZodMiniType<object, object> }

type AdminFormOptions<C extends Call, Fields extends FieldValues> = {
  /** The contract's description of the call. */
  call: C
  /** Initial values by field. */
  fields: Fields
  /** The call's body, of which the contract checks the parts that the fields enter. */
  body: (fields: Fields) => z.input<C['body']>
  send: (body: z.input<C['body']>) => Promise<unknown>
}

/** A form whose fields are checked in the browser by the schema of the call, then by the server. */
export function useAdminForm<C extends Call, Fields extends FieldValues>({
  call,
  fields,
  body,
  send,
}: AdminFormOptions<C, Fields>) {
  const resolver: Resolver<Fields> = async (values, _context, { names = [] }) => {
    const { error } = await call.body.safeParseAsync(body(values))
    const errors = {}
    for (const { path, message } of error?.issues ?? []) {
      const name = path.join('.')
      // Other errors are left to the server, which has better messages for them.
      if (!get(errors, name) && isField(name, values, names)) set(errors, name, { type: 'contract', message })
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
  const form = useForm<Fields>({ defaultValues: fields as DefaultValues<Fields>, resolver })

  /** Returns false, with errors at the fields, if the contract refuses them. */
  async function onSubmit(): Promise<boolean> {
    let isSent = false
    await form.handleSubmit(async (values) => {
      isSent = true
      try {
        await send(body(values))
      } catch (error) {
        for (const [name, message] of Object.entries(fieldErrors(error))) {
          form.setError(name as FieldPath<Fields>, { message })
        }
        throw error
      }
    })()
    return isSent
  }

  return {
    ...form,
    /** Registers a field, with the initial value that the document shows. */
    field: <Name extends FieldPath<Fields> & string>(name: Name, options?: RegisterOptions<Fields, Name>) => {
      const initial: unknown = get(fields, name)
      return {
        ...form.register(name, options),
        ...(typeof initial === 'boolean' ? { defaultChecked: initial } : { defaultValue: String(initial ?? '') }),
      }
    },
    /** Props of the `FormDialog` that shows it. */
    dialog: { onSubmit, errors: flattenMessages(form.formState.errors) },
  }
}

const isField = (name: string, values: FieldValues, names: readonly string[]): boolean =>
  names.includes(name) && get(values, name) !== undefined

/** Messages by field, with nested names joined by dots. */
function flattenMessages(errors: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]: [string, { message?: unknown } | undefined]) =>
      typeof error?.message === 'string'
        ? [[prefix + name, error.message]]
        : Object.entries(typeof error === 'object' ? flattenMessages(error, `${prefix}${name}.`) : {}),
    ),
  )
}
