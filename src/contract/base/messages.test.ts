import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formMessages } from './form-messages.ts'
import { messages } from './messages.ts'

const specification = readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8')

it.each(Object.entries({ ...messages, ...formMessages }))(
  '%s matches the specification letter for letter',
  (_name, message) => {
    expect(specification).toContain(message)
  },
)
