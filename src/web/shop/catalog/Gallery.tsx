import { type MouseEvent, useRef, useState } from 'react'
import type { Image } from '#contract/catalog/calls.ts'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'

const largeSizes = '(min-width: 75rem) 580px, (min-width: 64rem) 46vw, 100vw'

/**
 * A carousel based on native scrolling with snap points: swipe, wheel and arrow keys work without scripts, and the four
 * thumbnails are links to the large pictures.
 */
export function Gallery({ images, name }: { images: readonly Image[]; name: string }) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  if (images.length === 0) return <Picture src={null} alt={name} sizes={largeSizes} />

  function showPicture(event: MouseEvent, i: number) {
    event.preventDefault()
    track.current?.scrollTo({ left: i * track.current.clientWidth })
  }

  return (
    <section aria-label="Pictures" className="grid min-w-0 gap-3 lg:grid-cols-[5.5rem_minmax(0,1fr)] lg:gap-5">
      <ul
        ref={track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label={`Pictures of ${name}`}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setCurrent(Math.round(scrollLeft / clientWidth))}
        className="scroll-row max-lg:frame-bleed snap-x snap-mandatory self-start motion-safe:scroll-smooth lg:order-2"
      >
        {images.map((image, i) => (
          <li key={image.src} id={`picture-${i + 1}`} className="w-full shrink-0 snap-center">
            <Picture src={image.src} alt={image.alt} sizes={largeSizes} priority={i === 0 && 'first'} />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul
          className={cx(
            'scroll-row auto-cols-[calc((100%-2.25rem)/4)] grid-flow-col gap-3 py-1 max-lg:grid',
            'lg:max-h-[31rem] lg:flex-col lg:overflow-x-hidden lg:overflow-y-auto lg:px-1',
          )}
        >
          {images.map((image, i) => (
            <li key={image.src} className="snap-start">
              <a
                href={`#picture-${i + 1}`}
                onClick={(event) => showPicture(event, i)}
                aria-label={`Picture ${i + 1}: ${image.alt}`}
                aria-current={i === current ? 'true' : undefined}
                className="block border-b-3 border-transparent pb-1.5 transition-colors hover:border-hairline aria-[current]:border-ink"
              >
                <Picture src={image.src} alt="" sizes="(min-width: 64rem) 88px, 22vw" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
