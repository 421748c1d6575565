import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'

type Overflow = { shape: string; needed: number; width: number }

/**
 * True if the content of `box` is no wider than the box, measured before paint: zoom, a narrow window or long words
 * make a table too wide. Not measured while a field inside has the focus, because switching layouts would replace it.
 * Measured again when the box grows, and when `shape` changes, which names everything besides the rows that affects the
 * width.
 */
export function useFits(box: RefObject<HTMLElement | null>, shape: string): boolean {
  const [overflow, setOverflow] = useState<Overflow>()
  const fits = overflow === undefined || overflow.shape !== shape || overflow.width >= overflow.needed
  const measure = useEffectEvent(() => {
    if (!box.current) return
    const { scrollWidth, clientWidth: width } = box.current
    const isEditing = box.current.querySelector('input:focus') !== null
    if (fits && scrollWidth > width && !isEditing) setOverflow({ shape, needed: scrollWidth, width })
    else if (overflow && overflow.width !== width) setOverflow({ ...overflow, width })
  })
  useLayoutEffect(() => measure())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is replaced when it does not fit
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(() => measure())
    observer.observe(box.current)
    // Larger text widens the content, not the box.
    if (box.current.firstElementChild) observer.observe(box.current.firstElementChild)
    return () => observer.disconnect()
  }, [box, fits])
  return fits
}
