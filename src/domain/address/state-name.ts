import { type Result, refuse } from '#domain/result.ts'

export type NamedState = { code: string; name: string }
export type StateRefusal =
  /** `candidates`: the states whose names have what was typed in them. */
  { code: 'state_not_found'; typed: string; candidates: NamedState[] }

/** The state whose code or whole name somebody typed, in any case; part of a name is refused with what it may mean. */
export function matchState(states: readonly NamedState[], typed: string): Result<{ state: NamedState }, StateRefusal> {
  const wanted = foldName(typed)
  const state = states.find(({ code, name }) => code.toLowerCase() === wanted || foldName(name) === wanted)
  if (state) return { ok: true, state }
  const candidates = wanted.length < 2 ? [] : states.filter(({ name }) => foldName(name).includes(wanted))
  return refuse({ code: 'state_not_found', typed: typed.trim(), candidates })
}

const foldName = (text: string): string => text.replaceAll('.', '').trim().replaceAll(/\s+/g, ' ').toLowerCase()
