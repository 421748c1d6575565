import { type RefObject, useRef } from 'react'
import { insertedText } from './insert-text.ts'

/** Inserts into the text area of an element at the caret and moves the caret behind it. */
export function useInsertion(
  text: string,
  onText: (text: string) => void,
): { area: RefObject<HTMLDivElement | null>; insert: (piece: string, isAlone: boolean) => void } {
  const area = useRef<HTMLDivElement>(null)
  function insert(piece: string, isAlone: boolean) {
    const field = area.current?.querySelector('textarea')
    const selected = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length] as const
    const { text: next, caret } = insertedText(text, selected, piece, isAlone)
    onText(next)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    })
  }
  return { area, insert }
}
