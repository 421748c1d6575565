import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { controlClass } from './fields.tsx'

const PAUSE_MS = 120

type SearchBoxProps<Item> = {
  label: string
  placeholder?: string
  /** The items for these words, best first; the one before is aborted. */
  find: (words: string, signal: AbortSignal) => Promise<readonly Item[]>
  idOf: (item: Item) => string | number
  /** What stands in the field once it is chosen; empty starts the next search. */
  wordsOf?: (item: Item) => string
  row: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  /** Said when nothing is found. */
  nothing?: string
  inputRef?: Ref<HTMLInputElement>
}

/** Finds a thing by typing: the first one found is highlighted, so that Enter takes it. */
export function SearchBox<Item>({
  label,
  placeholder,
  find,
  idOf,
  wordsOf = () => '',
  row,
  onChoose,
  nothing = 'Nothing found.',
  inputRef,
}: SearchBoxProps<Item>) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ words: string; items: readonly Item[] }>({ words: '', items: [] })
  const [failed, setFailed] = useState(false)
  const finding = useRef(find)
  finding.current = find

  useEffect(() => {
    const asked = words.trim()
    if (asked === '') {
      setFound({ words: '', items: [] })
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const items = await finding.current(asked, controller.signal)
        if (controller.signal.aborted) return
        setFound({ words: asked, items })
        setFailed(false)
      } catch {
        // Said below the field, where one looks.
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
      value={null}
      inputValue={words}
      itemToStringLabel={wordsOf}
      isItemEqualToValue={(one, other) => idOf(one) === idOf(other)}
      onInputValueChange={(typed, { reason }) => {
        if (reason !== 'item-press') setWords(typed)
      }}
      onValueChange={(item) => {
        if (item === null) return
        setWords(wordsOf(item))
        onChoose(item)
      }}
    >
      <Combobox.Input
        ref={inputRef}
        aria-label={label}
        placeholder={placeholder ?? label}
        className={controlClass}
        // Chooses what is found; while nothing is, it does not send the form around it.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-60 w-(--anchor-width) min-w-72">
          <Combobox.Popup className="floating max-h-80 overflow-y-auto p-1" aria-busy={isSearching}>
            <Combobox.Status className="px-3 text-note text-muted not-empty:py-2">
              {failed ? 'The shop could not be reached.' : isSearching ? 'Searching…' : null}
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
