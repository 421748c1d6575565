import { type RefObject, useRef } from 'react'
import { insertText } from './insert-text.ts'

/** Inserts into the text area of an element at the caret and moves the caret behind it. */
export function useInsertion(
  text: string,
  onText: (text: string) => void,
): { area: RefObject<HTMLDivElement | null>; insert: (insertion: string, isBlock: boolean) => void } {
  const area = useRef<HTMLDivElement>(null)
  function insert(insertion: string, isBlock: boolean) {
    const field = area.current?.querySelector('textarea')
    const selection = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length] as const
    const { text: next, caret } = insertText(text, selection, insertion, isBlock)
    onText(next)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    })
  }
  return { area, insert }
}
