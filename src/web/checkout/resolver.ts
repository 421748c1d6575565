import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldValues, Resolver } from 'react-hook-form'

type StandardSchema<Form extends FieldValues> = Parameters<typeof standardSchemaResolver<Form, unknown, Form>>[0]

/**
 * The fields are texts, of which the schema reads those that the choices call for: what it makes of them is for the
 * call, the form only asks what is wrong.
 */
export const rulesOf = <Form extends FieldValues>(schema: { '~standard': unknown }): Resolver<Form> =>
  standardSchemaResolver(schema as StandardSchema<Form>, undefined, { raw: true })
