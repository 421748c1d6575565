import { useEffect, useState } from 'react'
import type { AdminAnswer, AdminInput } from '#contract/admin-calls.ts'
import type { AdminWriteName } from '#contract/admin-paths.ts'
import { adminPost } from '../../client/api.ts'
import { sentenceOf } from '../../client/sentence-of.ts'

const PAUSE_MS = 250

type Asked<Answer> = {
  isAsking: boolean
  answer: Answer | undefined
  /** The sentence in which it was refused. */
  problem: string | undefined
  /** The shop has a newer answer to the same input. */
  replace: (answer: Answer) => void
  /** The same input is asked for anew: its answer is another one by now. */
  askAgain: () => void
}
type Found<Answer> = { asked: string; answer?: Answer; problem?: string }

/**
 * What the shop would make of an input, asked for anew when the input is another one, and by nothing else: what is
 * confirmed is what has been looked at. `undefined` asks for nothing.
 */
export function useAnswer<N extends AdminWriteName>(name: N, input: AdminInput<N> | undefined): Asked<AdminAnswer<N>> {
  const [found, setFound] = useState<Found<AdminAnswer<N>>>({ asked: '' })
  const [round, setRound] = useState(0)
  const asked = input ? JSON.stringify([input, round]) : ''
  useEffect(() => {
    if (asked === '') return
    let over = false
    const timer = setTimeout(async () => {
      try {
        // The argument is the same object; its type is a tuple only so that it can be left out.
        const ask = adminPost as (name: N, input: AdminInput<N>) => Promise<AdminAnswer<N>>
        const answer = await ask(name, JSON.parse(asked)[0])
        if (!over) setFound({ asked, answer })
      } catch (error) {
        if (!over) setFound({ asked, problem: sentenceOf(error) ?? '' })
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
