import { useState } from 'react'

/**
 * What a dialog was opened with, whatever has appeared on the page since: what its fields began with is what its call
 * names as seen, so that whoever was faster is told of (409) instead of overwritten.
 */
export function useOpened<T>(present: T): T {
  const [opened] = useState(present)
  return opened
}
