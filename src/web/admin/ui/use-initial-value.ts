import { useState } from 'react'

/**
 * Keeps the value with which a dialog opened, even if the page refreshed since. The call sends it as the expected value, so that
 * concurrent changes cause a conflict (409) instead of being overwritten.
 */
export function useInitialValue<T>(value: T): T {
  const [initial] = useState(value)
  return initial
}
