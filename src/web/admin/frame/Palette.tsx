import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useNavigate } from 'react-router'
import { adminQuery } from '../api/query.ts'
import { useStaff } from '../api/session.tsx'
import { matchPages, memberItems, messageItems, orderItems, type PaletteItem, productItems } from './palette-items.ts'

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
            <PaletteSearch onClose={() => onOpenChange(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function PaletteSearch({ onClose }: { onClose: () => void }) {
  const { role } = useStaff()
  const navigate = useNavigate()
  const [input, setInput] = useState('')
  const query = useDeferredValue(input.trim())
  const queryOptions = { enabled: query.length > 1 }
  const orders = useQuery({ ...adminQuery('managedOrders', { query: { search: query } }), ...queryOptions })
  const products = useQuery({ ...adminQuery('managedProducts', { query: { search: query } }), ...queryOptions })
  const members = useQuery({ ...adminQuery('memberSearch', { query: { q: query } }), ...queryOptions })
  const messages = useQuery({ ...adminQuery('messages', { query: { search: query } }), ...queryOptions })
  // Enter opens the first result, so nothing may be inserted above it and no outdated results may remain. Pages match
  // synchronously and come first; search results arrive together.
  const isSearching =
    input.trim().length > 1 &&
    (query !== input.trim() || [orders, products, members, messages].some(({ isPending }) => isPending))
  const hasResults = query.length > 1 && !isSearching
  const groups = [
    { value: 'Go to', items: matchPages(input, role) },
    { value: 'Orders', items: hasResults ? orderItems(orders.data) : [] },
    { value: 'Members', items: hasResults ? memberItems(members.data) : [] },
    { value: 'Messages', items: hasResults ? messageItems(messages.data) : [] },
    { value: 'Products', items: hasResults ? productItems(products.data) : [] },
  ].filter(({ items }) => items.length > 0)

  function select(item: PaletteItem) {
    onClose()
    void navigate(item.to)
  }

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={input}
      onValueChange={setInput}
      itemToStringValue={(item: PaletteItem) => item.title}
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
          {isSearching ? 'Searching…' : 'No results.'}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: (typeof groups)[number]) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small text-muted">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: PaletteItem) => (
                  <Autocomplete.Item
                    key={item.to}
                    value={item}
                    onClick={() => select(item)}
                    className="grid min-h-9 cursor-default grid-cols-[minmax(0,1fr)_auto] items-center gap-4 rounded-field px-3 outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                  >
                    <span className="truncate">{item.title}</span>
                    <span className="figures text-small text-muted">{item.note}</span>
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
