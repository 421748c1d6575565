import { type Draft, emptyDraft } from './draft.ts'

const KEY = 'admin-new-order'

/** A submitted order and its idempotency key; resending the same body cannot create a second order. */
export type Attempt = { key: string; body: string }
type StoredDraft = { draft: Draft; attempt?: Attempt | undefined }

/** Restores the draft after a reload. Uses session storage, not local storage, because it contains names. */
export function loadDraft(): StoredDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<StoredDraft>
    return { draft: { ...emptyDraft, ...kept.draft }, attempt: kept.attempt }
  } catch {
    // Invalid, or written by another version: starts over.
    return { draft: emptyDraft }
  }
}

export const keepOrder = (kept: StoredDraft): void => sessionStorage.setItem(KEY, JSON.stringify(kept))
export const forgetOrder = (): void => sessionStorage.removeItem(KEY)

/** Reuses the key for an identical body; any other body gets a new one. */
export const attemptFor = (body: object, earlier: Attempt | undefined): Attempt => {
  const text = JSON.stringify(body)
  return earlier?.body === text ? earlier : { key: crypto.randomUUID(), body: text }
}
