import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useNavigate } from 'react-router'
import { adminQuery } from '../api/query.ts'
import { useStaff } from '../api/session.tsx'
import { type Finding, foundMembers, foundOrders, foundProducts, matchingPages } from './palette-items.ts'

/** Command palette (Ctrl K or ⌘ K): finds orders, products and pages by any word. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  useHotkeys('mod+k', () => onOpenChange(true), { preventDefault: true, enableOnFormTags: true })
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Viewport className="fixed inset-0 z-50 flex justify-center px-3 pt-[12dvh]">
          <Base.Popup
            data-app
            aria-label="Find anything"
            className="floating flex max-h-[70dvh] w-full max-w-[36rem] flex-col self-start overflow-hidden text-note"
          >
            <Found onClose={() => onOpenChange(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function Found({ onClose }: { onClose: () => void }) {
  const { role } = useStaff()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const asked = { enabled: words.length > 1 }
  const orders = useQuery({ ...adminQuery('managedOrders', { query: { search: words } }), ...asked })
  const products = useQuery({ ...adminQuery('stock', { query: { search: words } }), ...asked })
  const members = useQuery({ ...adminQuery('memberSearch', { query: { q: words } }), ...asked })
  // Enter opens the first result, so nothing may be inserted above it and no outdated results may remain. Pages match
  // synchronously and come first; search results arrive together.
  const searching =
    typed.trim().length > 1 &&
    (words !== typed.trim() || [orders, products, members].some(({ isPending }) => isPending))
  const found = words.length > 1 && !searching
  const groups = [
    { value: 'Go to', items: matchingPages(typed, role) },
    { value: 'Orders', items: found ? foundOrders(orders.data) : [] },
    { value: 'Members', items: found ? foundMembers(members.data) : [] },
    { value: 'Products', items: found ? foundProducts(products.data) : [] },
  ].filter(({ items }) => items.length > 0)

  function go(finding: Finding) {
    onClose()
    void navigate(finding.to)
  }

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={(finding: Finding) => finding.title}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        // Focuses on mount: one frame later, fast typists would have typed into the page.
        autoFocus
        aria-label="Find anything"
        placeholder="Order, name, member, memo code, product, page …"
        className="min-h-12 w-full border-b border-hairline bg-transparent px-4 text-body outline-none placeholder:text-muted"
      />
      <div className="overflow-y-auto p-1">
        <Autocomplete.Empty className="px-3 text-muted not-empty:py-6">
          {searching ? 'Searching…' : 'No results.'}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: (typeof groups)[number]) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small text-muted">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(finding: Finding) => (
                  <Autocomplete.Item
                    key={finding.to}
                    value={finding}
                    onClick={() => go(finding)}
                    className="grid min-h-9 cursor-default grid-cols-[minmax(0,1fr)_auto] items-center gap-4 rounded-field px-3 outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                  >
                    <span className="truncate">{finding.title}</span>
                    <span className="figures text-small text-muted">{finding.note}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}
