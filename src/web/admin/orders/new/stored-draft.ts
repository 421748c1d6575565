import { type Draft, emptyDraft } from './draft.ts'

const STORAGE_KEY = 'admin-new-order'

/** A submitted order and its idempotency key; resending the same body cannot create a second order. */
export type Attempt = { key: string; body: string }
type StoredDraft = { draft: Draft; attempt?: Attempt | undefined }

/** Restores the draft after a reload. Uses session storage, not local storage, because it contains names. */
export function loadDraft(): StoredDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<StoredDraft>
    return { draft: { ...emptyDraft, ...stored.draft }, attempt: stored.attempt }
  } catch {
    // Invalid, or written by another version: starts over.
    return { draft: emptyDraft }
  }
}

export const saveDraft = (stored: StoredDraft): void => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
export const clearDraft = (): void => sessionStorage.removeItem(STORAGE_KEY)

/** Reuses the key for an identical body; any other body gets a new one. */
export const attemptFor = (body: object, previous: Attempt | undefined): Attempt => {
  const text = JSON.stringify(body)
  return previous?.body === text ? previous : { key: crypto.randomUUID(), body: text }
}
