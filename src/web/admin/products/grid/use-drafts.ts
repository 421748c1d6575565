import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminReadName } from '#contract/admin-call-paths.ts'
import { MAX_CHANGED_PRODUCTS } from '#contract/base/limits.ts'
import { ApiError } from '#web/api/api.ts'
import { errorMessage, fieldErrors } from '../../api/error-messages.ts'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { currentRecord } from '../../api/use-expected-version.ts'
import { showToast } from '../../ui/toasts.tsx'
import { countProducts, type ProductRow } from '../product-labels.ts'
import type { Categories } from './cells.ts'
import {
  type CellEdit,
  type Conflict,
  cellKey,
  type Drafts,
  editCells,
  findCellErrors,
  readDrafts,
  rebaseDrafts,
} from './drafts.ts'

const NO_DRAFTS: Drafts = new Map()
const NO_ERRORS: ReadonlyMap<string, string> = new Map()

/** Unsaved changes of the grid, on all pages of the list, with undo; saved together. */
export function useDrafts(categories: Categories) {
  const client = useQueryClient()
  const [drafts, setDrafts] = useState(NO_DRAFTS)
  const [history, setHistory] = useState<readonly Drafts[]>([])
  const [refusals, setRefusals] = useState(NO_ERRORS)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [isSaving, setSaving] = useState(false)
  /** Set while the server asks to confirm that products become free. */
  const [needsConfirmation, setNeedsConfirmation] = useState(false)
  const change = useAdminMutation('changeProducts', { hideErrorToast: true })
  const { products, errors } = readDrafts(drafts, categories)

  function replace(next: Drafts) {
    if (isSaving) return
    setHistory((before) => [...before, drafts])
    setDrafts(next)
  }

  function edit(edits: readonly CellEdit[]) {
    replace(editCells(drafts, edits, categories))
    const edited = new Set(edits.map(({ row, field }) => cellKey(row.product_id, field)))
    setRefusals((before) => new Map([...before].filter(([key]) => !edited.has(key))))
    setConflicts((before) => before.filter(({ row, field }) => !edited.has(cellKey(row.product_id, field))))
  }

  function clear() {
    setDrafts(NO_DRAFTS)
    setHistory([])
    setRefusals(NO_ERRORS)
    setConflicts([])
    setNeedsConfirmation(false)
  }

  /** Returns the cells that cannot be saved. */
  async function save(isConfirmed = false): Promise<ReadonlyMap<string, string>> {
    if (errors.size > 0 || products.length === 0 || isSaving) return errors
    if (products.length > MAX_CHANGED_PRODUCTS) {
      showToast(`Save up to ${MAX_CHANGED_PRODUCTS} products at once.`, { tone: 'danger' })
      return NO_ERRORS
    }
    setSaving(true)
    setNeedsConfirmation(false)
    try {
      await change.mutateAsync({ body: { products, confirmed: isConfirmed } })
      // The list shows the saved values before the drafts go.
      await client.refetchQueries({
        type: 'active',
        predicate: ({ queryKey: [name] }) => (name as AdminReadName) === 'managedProducts',
      })
      clear()
      showToast(`${countProducts(products.length)} saved.`)
      return NO_ERRORS
    } catch (error) {
      return handleRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  function handleRefusal(error: unknown): ReadonlyMap<string, string> {
    const current = currentRecord<ProductRow[]>(error)
    const stale = new Set(current?.map(({ product_id }) => product_id))
    if (current) {
      const rebased = rebaseDrafts(drafts, current, categories)
      setDrafts(rebased.drafts)
      // The former drafts are based on versions that are gone.
      setHistory([])
      setConflicts(rebased.conflicts)
    }
    if (error instanceof ApiError && error.problem?.code === 'confirmation_required') {
      setNeedsConfirmation(true)
      return NO_ERRORS
    }
    // A conflict is shown with both values instead.
    const cellErrors = new Map(
      [...findCellErrors(fieldErrors(error), products)].filter(([key]) => !stale.has(Number.parseInt(key, 10))),
    )
    setRefusals(cellErrors)
    const message = errorMessage(error)
    if (message !== undefined) showToast(message, { tone: 'danger' })
    return cellErrors
  }

  return {
    drafts,
    /** Messages by cell: of texts that cannot be read, and of the server. */
    errors: new Map([...refusals, ...errors]) as ReadonlyMap<string, string>,
    conflicts,
    isSaving,
    needsConfirmation,
    dismissConfirmation: () => setNeedsConfirmation(false),
    edit,
    /** Undoes the last edit or paste. */
    undo:
      history.length === 0 || isSaving
        ? undefined
        : () => {
            setDrafts(history.at(-1) ?? NO_DRAFTS)
            setHistory(history.slice(0, -1))
          },
    clear,
    save,
  }
}
export type DraftState = ReturnType<typeof useDrafts>
