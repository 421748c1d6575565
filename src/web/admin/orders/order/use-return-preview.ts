import { useEffect, useState } from 'react'
import type { AdminBody } from '#contract/admin-calls.ts'
import { adminPost } from '../../client/api.ts'
import { sentenceOf } from '../../client/sentence-of.ts'
import type { ReturnPreview } from './return-differences.ts'

const PAUSE_MS = 250

export type ReturnRequest = Omit<AdminBody<'previewReturn'>, 'reason'>

type Found = { asked: string; preview?: ReturnPreview; problem?: string }

/**
 * What a return would change, asked for anew when something else is chosen, and by nothing else: what is confirmed is what
 * has been looked at. `undefined` asks for nothing. The reason changes nothing, so that nobody has to enter it first.
 */
export function useReturnPreview(request: ReturnRequest | undefined) {
  const [found, setFound] = useState<Found>({ asked: '' })
  const asked = request ? JSON.stringify(request) : ''
  useEffect(() => {
    if (asked === '') return
    let over = false
    const timer = setTimeout(async () => {
      try {
        const body = { ...(JSON.parse(asked) as ReturnRequest), reason: 'Preview' }
        const preview = await adminPost('previewReturn', { body })
        if (!over) setFound({ asked, preview })
      } catch (error) {
        if (!over) setFound({ asked, problem: sentenceOf(error) ?? '' })
      }
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [asked])
  const isShown = asked !== '' && found.asked === asked
  return {
    isAsking: asked !== '' && !isShown,
    preview: isShown ? found.preview : undefined,
    problem: isShown ? found.problem : undefined,
    /** The shop has a newer one. */
    replace: (preview: ReturnPreview) => setFound({ asked, preview }),
  }
}
