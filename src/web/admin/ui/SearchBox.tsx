import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { controlClass } from './compact.ts'

const DEBOUNCE_MS = 120

type SearchBoxProps<Item> = {
  label: string
  placeholder?: string
  /** Finds the matching items, best first; aborts the previous search. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Item[]>
  idOf: (item: Item) => string | number
  /** Text in the field after choosing an item; empty starts the next search. */
  labelOf?: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  onSelect: (item: Item) => void
  /** Message for no results. */
  emptyMessage?: string
  inputRef?: Ref<HTMLInputElement>
  /** Disables Enter before these items are visible: the user has to choose. */
  isAmbiguous?: (items: readonly Item[]) => boolean
  /** Set when a choice is required but missing. */
  isInvalid?: boolean
}

/**
 * Autocomplete that highlights the first result, so that Enter takes it; Enter pressed before the results arrive takes
 * it as soon as they do.
 */
export function SearchBox<Item>({
  label,
  placeholder,
  find,
  idOf,
  labelOf = () => '',
  renderItem,
  onSelect,
  emptyMessage = 'No results.',
  inputRef,
  isAmbiguous = () => false,
  isInvalid = false,
}: SearchBoxProps<Item>) {
  const [text, setText] = useState('')
  const [results, setResults] = useState<{ text: string; items: readonly Item[] }>({ text: '', items: [] })
  /** Same as `results`, available before the next render. */
  const latestResults = useRef(results)
  const [failed, setFailed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const callbacks = useRef({ find, isAmbiguous })
  callbacks.current = { find, isAmbiguous }
  /** Text for which Enter was pressed before the results arrived: scanners and fast typists do not wait. */
  const pendingEnter = useRef<string>(undefined)
  const isHighlighted = useRef(false)

  function choose(item: Item) {
    pendingEnter.current = undefined
    // Clears the results, so that a second Enter takes nothing.
    latestResults.current = { text: '', items: [] }
    setText(labelOf(item))
    onSelect(item)
  }
  const chooseRef = useRef(choose)
  chooseRef.current = choose

  useEffect(() => {
    const query = text.trim()
    const applyResults = (items: readonly Item[]) => {
      latestResults.current = { text: query, items }
      setResults(latestResults.current)
    }
    if (query === '') {
      applyResults([])
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const items = await callbacks.current.find(query, controller.signal)
        if (controller.signal.aborted) return
        applyResults(items)
        setFailed(false)
        const [first] = items
        const isUnambiguous = first !== undefined && !callbacks.current.isAmbiguous(items)
        if (pendingEnter.current === query && isUnambiguous) chooseRef.current(first)
        pendingEnter.current = undefined
      } catch {
        // Shown below the field, near the user's focus.
        if (!controller.signal.aborted) setFailed(true)
      }
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])

  const isSearching = text.trim() !== '' && results.text !== text.trim() && !failed
  return (
    <Combobox.Root<Item>
      items={results.items}
      filter={null}
      autoHighlight
      // An empty field has no results.
      open={isOpen && text.trim() !== ''}
      onOpenChange={setOpen}
      onItemHighlighted={(item) => {
        isHighlighted.current = item !== undefined
      }}
      value={null}
      inputValue={text}
      itemToStringLabel={labelOf}
      isItemEqualToValue={(a, b) => idOf(a) === idOf(b)}
      onInputValueChange={(input, { reason }) => {
        if (reason !== 'item-press') setText(input)
      }}
      onValueChange={(item) => {
        if (item !== null) choose(item)
      }}
    >
      <Combobox.Input
        ref={inputRef}
        aria-label={label}
        placeholder={placeholder ?? label}
        aria-invalid={isInvalid || undefined}
        className={controlClass}
        onKeyDown={(event) => {
          const isCommand = event.ctrlKey || event.metaKey
          // Enter chooses an item and never submits the surrounding form.
          if (event.key === 'Enter' && !isCommand) event.preventDefault()
          const isPending = isSearching && latestResults.current.text !== text.trim()
          const [first] = latestResults.current.items
          const isListCurrent = results === latestResults.current && isHighlighted.current
          const awaitsHighlight =
            isOpen && !isListCurrent && first !== undefined && !isAmbiguous(latestResults.current.items)
          if (event.key !== 'Enter' || !(isPending || isCommand || awaitsHighlight)) return
          // The highlighted item belongs to different text, or there is none yet; Ctrl+Enter belongs to the page.
          event.preventBaseUIHandler()
          if (isCommand) return
          if (isPending) pendingEnter.current = text.trim()
          else if (first !== undefined) choose(first)
        }}
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-60 w-(--anchor-width) min-w-72">
          <Combobox.Popup className="floating max-h-80 overflow-y-auto p-1" aria-busy={isSearching}>
            <Combobox.Status className="px-3 text-note text-muted not-empty:py-2">
              {failed ? 'Could not reach the store.' : isSearching ? 'Searching…' : null}
            </Combobox.Status>
            <Combobox.Empty className="px-3 text-note text-muted not-empty:py-2">
              {text.trim() !== '' && !isSearching && !failed ? emptyMessage : null}
            </Combobox.Empty>
            <Combobox.List>
              {(item: Item) => (
                <Combobox.Item
                  key={idOf(item)}
                  value={item}
                  className="flex min-h-9 cursor-default items-center gap-3 rounded-field px-3 py-1.5 text-note outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                >
                  {renderItem(item)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
