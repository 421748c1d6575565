import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { controlClass } from './compact.ts'

const PAUSE_MS = 120

type SearchBoxProps<Item> = {
  label: string
  placeholder?: string
  /** Finds the matching items, best first; aborts the previous search. */
  find: (words: string, signal: AbortSignal) => Promise<readonly Item[]>
  idOf: (item: Item) => string | number
  /** Text in the field after choosing an item; empty starts the next search. */
  wordsOf?: (item: Item) => string
  row: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  /** Message for no results. */
  nothing?: string
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
  wordsOf = () => '',
  row,
  onChoose,
  nothing = 'No results.',
  inputRef,
  isAmbiguous = () => false,
  isInvalid = false,
}: SearchBoxProps<Item>) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ words: string; items: readonly Item[] }>({ words: '', items: [] })
  /** Same as `found`, available before the next render. */
  const answer = useRef(found)
  const [failed, setFailed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const finding = useRef({ find, isAmbiguous })
  finding.current = { find, isAmbiguous }
  /** Text for which Enter was pressed before the results arrived: scanners and fast typists do not wait. */
  const entered = useRef<string>(undefined)
  const isHighlighted = useRef(false)

  function choose(item: Item) {
    entered.current = undefined
    // Clears the results, so that a second Enter takes nothing.
    answer.current = { words: '', items: [] }
    setWords(wordsOf(item))
    onChoose(item)
  }
  const choosing = useRef(choose)
  choosing.current = choose

  useEffect(() => {
    const asked = words.trim()
    const take = (items: readonly Item[]) => {
      answer.current = { words: asked, items }
      setFound(answer.current)
    }
    if (asked === '') {
      take([])
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const items = await finding.current.find(asked, controller.signal)
        if (controller.signal.aborted) return
        take(items)
        setFailed(false)
        const [first] = items
        const isSure = first !== undefined && !finding.current.isAmbiguous(items)
        if (entered.current === asked && isSure) choosing.current(first)
        entered.current = undefined
      } catch {
        // Shown below the field, near the user's focus.
        if (!controller.signal.aborted) setFailed(true)
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [words])

  const isSearching = words.trim() !== '' && found.words !== words.trim() && !failed
  return (
    <Combobox.Root<Item>
      items={found.items}
      filter={null}
      autoHighlight
      // An empty field has no results.
      open={isOpen && words.trim() !== ''}
      onOpenChange={setOpen}
      onItemHighlighted={(item) => {
        isHighlighted.current = item !== undefined
      }}
      value={null}
      inputValue={words}
      itemToStringLabel={wordsOf}
      isItemEqualToValue={(one, other) => idOf(one) === idOf(other)}
      onInputValueChange={(typed, { reason }) => {
        if (reason !== 'item-press') setWords(typed)
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
          const isAwaited = isSearching && answer.current.words !== words.trim()
          const [first] = answer.current.items
          const isShown = found === answer.current && isHighlighted.current
          const isYetToLight = isOpen && !isShown && first !== undefined && !isAmbiguous(answer.current.items)
          if (event.key !== 'Enter' || !(isAwaited || isCommand || isYetToLight)) return
          // The highlighted item belongs to another text, or there is none yet; Ctrl+Enter belongs to the page.
          event.preventBaseUIHandler()
          if (isCommand) return
          if (isAwaited) entered.current = words.trim()
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
              {words.trim() !== '' && !isSearching && !failed ? nothing : null}
            </Combobox.Empty>
            <Combobox.List>
              {(item: Item) => (
                <Combobox.Item
                  key={idOf(item)}
                  value={item}
                  className="flex min-h-9 cursor-default items-center gap-3 rounded-field px-3 py-1.5 text-note outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                >
                  {row(item)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
