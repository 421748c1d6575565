import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Resolver } from 'react-hook-form'
import type { CheckoutForm } from './checkout-form.ts'

type StandardSchema = Parameters<typeof standardSchemaResolver<CheckoutForm, unknown, CheckoutForm>>[0]

/**
 * The fields are texts, of which the schema reads those that the choices call for: what it makes of them is for the
 * order, the form only asks what is wrong.
 */
export const rulesOf = (schema: { '~standard': unknown }): Resolver<CheckoutForm> =>
  standardSchemaResolver(schema as StandardSchema, undefined, { raw: true })
