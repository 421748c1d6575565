import { useState } from 'react'
import { fieldErrors } from './error-messages.ts'

/**
 * Handles calls that are refused with `errors.confirmed`: the dialog then shows a checkbox, and the confirmed value is
 * sent again. A different value needs a new confirmation.
 */
export function useConfirmation() {
  const [isRequired, setRequired] = useState(false)
  return {
    isRequired,
    reset: () => setRequired(false),
    async track<T>(call: Promise<T>): Promise<T> {
      try {
        return await call
      } catch (error) {
        if (fieldErrors(error).confirmed) setRequired(true)
        throw error
      }
    },
  }
}
