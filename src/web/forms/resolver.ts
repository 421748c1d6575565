import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldValues, Resolver } from 'react-hook-form'

type StandardSchema<Form extends FieldValues> = Parameters<typeof standardSchemaResolver<Form, unknown, Form>>[0]

/**
 * Validates a form's texts with the part of the schema that its selected options require. The schema's output is
 * for the call; the form needs only the errors.
 */
export const createResolver = <Form extends FieldValues>(schema: { '~standard': unknown }): Resolver<Form> =>
  standardSchemaResolver(schema as StandardSchema<Form>, undefined, { raw: true })
