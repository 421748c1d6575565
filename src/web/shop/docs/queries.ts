import { callQuery } from '#web/api/query.ts'
import type { Schema } from './describe-schema.ts'

type Content = Record<string, { schema: Schema }>
export type Operation = {
  summary: string
  tags?: string[]
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type Description = { paths: Record<string, Record<string, Operation>> }

/** The OpenAPI document. */
export const apiQuery = () => callQuery('apiDescription')
