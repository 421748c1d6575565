import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'

type Overflow = { shape: string; needed: number; width: number }

/**
 * Whether what stands in `box` is no wider than it, found before it is painted: by zoom, in a narrow window or with long
 * words a table outgrows its page. Not while somebody types in it, whose field would be another one then. Tried anew in
 * a box that is wide enough, and with another `shape`, which names what the width follows from besides the rows.
 */
export function useFits(box: RefObject<HTMLElement | null>, shape: string): boolean {
  const [overflow, setOverflow] = useState<Overflow>()
  const fits = overflow === undefined || overflow.shape !== shape || overflow.width >= overflow.needed
  const measure = useEffectEvent(() => {
    if (!box.current) return
    const { scrollWidth, clientWidth: width } = box.current
    const isTypedIn = box.current.querySelector('input:focus') !== null
    if (fits && scrollWidth > width && !isTypedIn) setOverflow({ shape, needed: scrollWidth, width })
    else if (overflow && overflow.width !== width) setOverflow({ ...overflow, width })
  })
  useLayoutEffect(() => measure())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in the box is another element once it does not fit
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(() => measure())
    observer.observe(box.current)
    // Larger text widens what is in the box, not the box.
    if (box.current.firstElementChild) observer.observe(box.current.firstElementChild)
    return () => observer.disconnect()
  }, [box, fits])
  return fits
}
