import type { LightMyRequestResponse } from 'fastify'

/** Returns the JSON of a response; throws unless the call succeeded. */
export function requireOk(response: LightMyRequestResponse) {
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json()
}
