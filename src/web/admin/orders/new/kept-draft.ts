import { type Draft, emptyDraft } from './draft.ts'

const KEY = 'admin-new-order'

/** An order that was sent, and its key: sent again as it was, it is the same order. */
export type Attempt = { key: string; body: string }
type Kept = { draft: Draft; attempt?: Attempt | undefined }

/** What was typed before a reload; a session's, not the device's, since there are names in it. */
export function keptOrder(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    return { draft: { ...emptyDraft, ...kept.draft }, attempt: kept.attempt }
  } catch {
    // Not ours, or of another version: begin anew.
    return { draft: emptyDraft }
  }
}

export const keepOrder = (kept: Kept): void => sessionStorage.setItem(KEY, JSON.stringify(kept))
export const forgetOrder = (): void => sessionStorage.removeItem(KEY)

/** The same body is the same attempt; anything else needs a key of its own. */
export const attemptFor = (body: object, earlier: Attempt | undefined): Attempt => {
  const text = JSON.stringify(body)
  return earlier?.body === text ? earlier : { key: crypto.randomUUID(), body: text }
}
