import { useEffect, useState } from 'react'
import { TextField } from '#web/ui/fields.tsx'

const PAUSE_MS = 250

/** Searches once typing pauses. */
export function LegSearch({ sought, onSeek }: { sought: string; onSeek: (sought: string) => void }) {
  const [text, setText] = useState(sought)
  useEffect(() => {
    const timer = setTimeout(() => onSeek(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSeek])
  // Clears the field for the next search after a result was chosen.
  useEffect(() => {
    if (sought === '') setText('')
  }, [sought])
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
