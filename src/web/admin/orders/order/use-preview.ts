import { useEffect, useState } from 'react'
import type { AdminAnswer, AdminInput } from '#contract/admin-calls.ts'
import type { AdminWriteName } from '#contract/admin-paths.ts'
import { adminPost } from '#web/admin/api/api.ts'
import { errorMessage } from '#web/admin/api/error-messages.ts'

const PAUSE_MS = 250

type PreviewState<Answer> = {
  isAsking: boolean
  answer: Answer | undefined
  /** Message of the refusal. */
  problem: string | undefined
  /** Replaces the answer with a newer one to the same input. */
  replace: (answer: Answer) => void
  /** Fetches again for the same input because the answer has changed. */
  askAgain: () => void
}
type PreviewResult<Answer> = { asked: string; answer?: Answer; problem?: string }

/**
 * Fetches the server's preview of an input whenever the input changes, and at no other time: the user confirms
 * exactly what was displayed. `undefined` fetches nothing.
 */
export function usePreview<N extends AdminWriteName>(
  name: N,
  input: AdminInput<N> | undefined,
): PreviewState<AdminAnswer<N>> {
  const [found, setFound] = useState<PreviewResult<AdminAnswer<N>>>({ asked: '' })
  const [round, setRound] = useState(0)
  const asked = input ? JSON.stringify([input, round]) : ''
  useEffect(() => {
    if (asked === '') return
    let over = false
    const timer = setTimeout(async () => {
      try {
        // The argument is the same object; its type is a tuple only so that it can be omitted.
        const ask = adminPost as (name: N, input: AdminInput<N>) => Promise<AdminAnswer<N>>
        const answer = await ask(name, JSON.parse(asked)[0])
        if (!over) setFound({ asked, answer })
      } catch (error) {
        if (!over) setFound({ asked, problem: errorMessage(error) ?? '' })
      }
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [asked, name])
  const isShown = asked !== '' && found.asked === asked
  return {
    isAsking: asked !== '' && !isShown,
    answer: isShown ? found.answer : undefined,
    problem: isShown ? found.problem : undefined,
    replace: (answer) => setFound({ asked, answer }),
    askAgain: () => setRound((round) => round + 1),
  }
}
