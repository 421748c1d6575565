import { useState } from 'react'
import { fieldErrors } from './sentence-of.ts'

/**
 * A call that is refused with `errors.confirmed` asks for a confirmation: the dialog then shows a checkbox, and what was
 * confirmed is sent again. Another entry has to be confirmed again.
 */
export function useConfirmation() {
  const [isAsked, setAsked] = useState(false)
  return {
    isAsked,
    forget: () => setAsked(false),
    async watch<T>(call: Promise<T>): Promise<T> {
      try {
        return await call
      } catch (error) {
        if (fieldErrors(error).confirmed) setAsked(true)
        throw error
      }
    },
  }
}
