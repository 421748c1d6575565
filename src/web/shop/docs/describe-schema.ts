/** The subset of JSON schema that our calls use. */
export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}

export type Field = { name: string; type: string; required: boolean; note: string }

/** Fields of an object, including nested ones with dotted names. */
export function listFields(schema: Schema, prefix = '', required = true): Field[] {
  const parts = schema.allOf ?? schema.anyOf ?? schema.oneOf
  if (parts && !schema.properties) {
    const isInAll = required && schema.allOf !== undefined
    return unique(parts.flatMap((part) => listFields(part, prefix, isInAll)))
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = required && (schema.required ?? []).includes(name)
    const ownField = {
      name: prefix + name,
      type: describeType(field),
      required: isRequired,
      note: describeLimits(field),
    }
    return [ownField, ...listFields(field.items ?? field, `${prefix}${name}.`, isRequired)]
  })
}

function unique(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}

export function describeType({
  type,
  enum: choices,
  const: constant,
  items,
  anyOf,
  oneOf,
  allOf,
  properties,
}: Schema): string {
  if (constant !== undefined) return JSON.stringify(constant)
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (type === 'array') return `list of ${items ? describeType(items) : 'anything'}`
  if (allOf) return 'object'
  const alternatives = anyOf ?? oneOf
  if (alternatives) return [...new Set(alternatives.map(describeType))].join(' or ')
  return type ?? (properties ? 'object' : 'anything')
}

function describeLimits({ default: fallback, minimum, maximum, maxLength }: Schema): string {
  const notes = [
    fallback === undefined || fallback === '' ? '' : `default ${JSON.stringify(fallback)}`,
    minimum === undefined && !isLimit(maximum) ? '' : `${minimum ?? '…'} to ${isLimit(maximum) ? maximum : '…'}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
  ]
  return notes.filter(Boolean).join(', ')
}

/** False for a maximum that is merely the largest safe number. */
const isLimit = (maximum: number | undefined): boolean => maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
