import { type Dispatch, type SetStateAction, useState } from 'react'
import type { addProductCall, saveProductCall } from '#contract/catalog/admin-calls.ts'
import { findChanges, type ProductDraft, toFields } from './product-draft.ts'

export type DraftProps = {
  draft: ProductDraft
  update: (changes: Partial<ProductDraft>) => void
}
export type SetDraft = Dispatch<SetStateAction<ProductDraft>>

/** Holds the input of the editor and its differences from the opened product. */
export function useProductDraft(initial: ProductDraft) {
  const [draft, setDraft] = useState(initial)
  const [before] = useState(() => toFields(initial))
  const changes = findChanges(before, toFields(draft))
  return {
    draft,
    setDraft,
    update: (changed: Partial<ProductDraft>) => setDraft((current) => ({ ...current, ...changed })),
    changes,
    isChanged:
      Object.keys(changes).length > 0 || draft.images.some(({ upload }) => upload) || draft.stock !== initial.stock,
  }
}

/** Errors by field: those inside a list belong to the list. */
export const toFieldErrors = (errors: Record<string, string>): Record<string, string> => {
  const entries = Object.entries(errors).map(([name, message]) => [
    name.replace(/^fields\./, '').split('.')[0] ?? name,
    message,
  ])
  // The first error of a field counts.
  return Object.fromEntries(entries.reverse())
}

/** Finds what the contract of the call refuses, by field. */
export function findContractErrors(
  call: typeof addProductCall | typeof saveProductCall,
  body: object,
): Record<string, string> {
  const { error } = call.body.safeParse(body)
  return toFieldErrors(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])))
}
