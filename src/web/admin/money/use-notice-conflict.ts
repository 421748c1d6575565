import { useState } from 'react'
import { type Notice, noticeNow } from './notice-words.ts'

/** Where somebody else was faster with a notice: `now` is what they left of it, once `watch` has seen the refusal. */
export function useNoticeConflict() {
  const [now, setNow] = useState<Notice>()
  const watch = <Answer>(change: Promise<Answer>): Promise<Answer> =>
    change.catch((error: unknown) => {
      setNow(noticeNow(error))
      throw error
    })
  return { now, watch }
}
