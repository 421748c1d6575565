import { expect, it } from 'vitest'
import { decideVisibility } from './visibility.ts'

const now = new Date('2026-05-01T12:00:00Z')
const [past, future] = [new Date('2026-05-01T11:59:59Z'), new Date('2026-05-01T12:00:01Z')]
const saved = { status: 'published', before: undefined, publishAt: null, now, needsApproval: false } as const

it.each([
  ['a new post', {}, 'public'],
  ['a new draft', { status: 'draft' }, 'draft'],
  ['a post for later', { publishAt: future }, 'scheduled'],
  ['a post for a time that has passed', { publishAt: past }, 'public'],
  ['a post that needs approval', { publishAt: future, needsApproval: true }, 'waiting'],
  ['a draft that needs approval later', { status: 'draft', needsApproval: true }, 'draft'],
  ['a change of a draft without a status', { status: undefined, before: 'draft' }, 'draft'],
  ['a change of a public post without a status', { status: undefined, before: 'public' }, 'public'],
  ['a hidden post', { status: 'published', before: 'hidden' }, 'hidden'],
  ['a published draft', { before: 'draft' }, 'public'],
] as const)('%s', (_name, change, visibility) => {
  expect(decideVisibility({ ...saved, ...change })).toBe(visibility)
})
