import type { FastifyServerOptions } from 'fastify'

const refuse = () => {
  throw new Error('A route has a JSON schema; the shop reads bodies with zod.')
}

/** Fastify would load ajv, a hundred modules of it, at every start for schemas that no route has. */
export const noSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}
