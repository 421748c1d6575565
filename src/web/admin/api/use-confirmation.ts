import { useState } from 'react'
import { errorCode } from '#web/api/error-message.ts'

/**
 * Handles calls that are refused as `confirmation_required`: the dialog then shows a checkbox, and the confirmed value is
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
        if (errorCode(error) === 'confirmation_required') setRequired(true)
        throw error
      }
    },
  }
}
