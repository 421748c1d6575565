import { useEffect, useState } from 'react'
import { TextField } from '#web/ui/fields.tsx'

const DEBOUNCE_MS = 250

/** Searches once typing pauses. */
export function LegSearch({ searchTerm, onSearch }: { searchTerm: string; onSearch: (searchTerm: string) => void }) {
  const [text, setText] = useState(searchTerm)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  // Clears the field for the next search after a result was chosen.
  useEffect(() => {
    if (searchTerm === '') setText('')
  }, [searchTerm])
  return (
    <TextField
      label="Search your downline"
      hint="Search by member number or the start of a name."
      type="search"
      autoComplete="off"
      value={text}
      onChange={({ target }) => setText(target.value)}
      className="max-w-narrow [&_::-webkit-search-cancel-button]:appearance-none"
    />
  )
}
