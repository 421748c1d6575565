import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import type { Home } from '#contract/content/calls.ts'
import { ButtonLink, IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { focusClass } from '#web/ui/focus-class.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Display time of a slide (docs/specification §9). */
const DELAY_MS = 6000
/** Smaller files are too coarse for a wide picture. */
const MIN_WIDTH = 640

/** Slides overlap, so that the tallest one determines the height and nothing shifts. */
export function Slider({ slides }: { slides: Home['slides'] }) {
  const hydrated = useHydrated()
  const [current, setCurrent] = useState(0)
  const [isStopped, setStopped] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const isReducedMotion = useReducedMotion()
  const isPlaying = hydrated && slides.length > 1 && !isStopped && !isPaused && !isReducedMotion

  // biome-ignore lint/correctness/useExhaustiveDependencies: a manually selected slide gets its full time
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => setCurrent((i) => (i + 1) % slides.length), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, current, slides.length])

  if (slides.length === 0) return null
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className="grid overflow-hidden" aria-live={isPlaying ? 'off' : 'polite'}>
        {slides.map((slide, i) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel, not a fieldset of a form
          <div
            key={slide.id}
            role="group"
            aria-roledescription="slide"
            aria-label={`${i + 1} of ${slides.length}`}
            inert={i !== current}
            className={cx(
              'col-start-1 row-start-1 grid grid-cols-1 content-start transition-opacity lg:content-stretch duration-200 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]',
              i !== current && 'opacity-0',
            )}
          >
            <div className="order-2 flex flex-col items-start px-4 pt-7 pb-6 lg:justify-center sm:px-10 lg:order-1 lg:py-14 lg:pr-12 lg:pl-[max(2.5rem,calc((100vw-75rem)/2))]">
              {slide.eyebrow && <p className="pb-3 text-muted lg:pb-4">{slide.eyebrow}</p>}
              <h2 className="display text-display">{slide.heading}</h2>
              <p className="max-w-96 pt-4 pb-6 empty:pt-2 lg:pt-5 lg:pb-7 lg:text-lead">{slide.text}</p>
              <ButtonLink to={slide.action_path}>{slide.action_label}</ButtonLink>
            </div>
            <div className="relative order-1 aspect-2/1 sm:aspect-video lg:order-2 lg:aspect-auto lg:min-h-[36rem]">
              {/* All slides but the first wait for scripts. */}
              {(i === 0 || hydrated) && (
                <Picture
                  src={slide.image.src}
                  alt={slide.image.alt}
                  sizes="(min-width: 64rem) 62vw, 100vw"
                  widths={slide.image.widths.filter((width) => width >= MIN_WIDTH)}
                  ratio={[16, 9]}
                  priority={i === 0 && 'first'}
                  fill
                  className={focusClass(slide.image.focus, slide.image.phone_focus)}
                />
              )}
            </div>
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div className="frame flex items-center gap-3 pt-3">
          <ol className="grid flex-1 auto-cols-fr grid-flow-col gap-3 sm:gap-6">
            {slides.map((slide, i) => (
              <li key={slide.id}>
                <button
                  type="button"
                  onClick={() => setCurrent(i)}
                  aria-current={i === current ? 'true' : undefined}
                  className={cx(
                    'flex min-h-11 w-full items-baseline gap-3 border-t-2 pt-2.5 text-left text-note transition-colors',
                    i === current ? 'border-ink' : 'border-hairline text-muted hover:border-edge',
                  )}
                >
                  <span className="figures" aria-hidden="true">
                    {i + 1}
                  </span>
                  <span className="max-sm:sr-only">{slide.eyebrow || slide.heading}</span>
                </button>
              </li>
            ))}
          </ol>
          {!isReducedMotion && (
            <IconButton
              label={isStopped ? 'Play slides' : 'Pause slides'}
              onClick={() => setStopped(!isStopped)}
              className="-mr-2"
            >
              {isStopped ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
            </IconButton>
          )}
        </div>
      )}
    </section>
  )
}

function useReducedMotion(): boolean {
  const [isReduced, setReduced] = useState(false)
  useEffect(() => {
    const mediaQuery = window.matchMedia('(prefers-reduced-motion: reduce)')
    const update = () => setReduced(mediaQuery.matches)
    update()
    mediaQuery.addEventListener('change', update)
    return () => mediaQuery.removeEventListener('change', update)
  }, [])
  return isReduced
}
