import { useState } from 'react'
import { type Notice, noticeNow } from './transaction-labels.ts'

/** Tracks a concurrent change: `now` is the current transaction once `watch` has received the refusal. */
export function useNoticeConflict() {
  const [now, setNow] = useState<Notice>()
  const watch = <Answer>(change: Promise<Answer>): Promise<Answer> =>
    change.catch((error: unknown) => {
      setNow(noticeNow(error))
      throw error
    })
  return { now, watch }
}
