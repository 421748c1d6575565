import type { FastifyServerOptions } from 'fastify'

const refuse = () => {
  throw new Error('A route has a JSON schema; the shop validates bodies with zod.')
}

/** Otherwise Fastify would load ajv, with its hundred modules, at every start for schemas that no route has. */
export const noSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}
