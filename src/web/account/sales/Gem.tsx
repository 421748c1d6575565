import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const LIGHT = 0.16
const DEEP = 0.6

const brilliant = (
  <>
    <path d="M7 4.5h10l4.5 5.5L12 20.5 2.5 10z" fillOpacity={LIGHT} />
    <path d="M8.6 10h6.8L12 20.5z" fillOpacity={DEEP} />
    <path d="M2.5 10h6.1L12 4.5l3.4 5.5h6.1M7 4.5 8.6 10M17 4.5 15.4 10" fill="none" />
  </>
)

const scaledBrilliant = (x: number, y: number, scale: number) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>{brilliant}</g>
)

/** One drawing per level, each with a distinct outline, so that they differ without color. */
const drawings: Record<number, { ink: string; drawing: ReactNode }> = {
  // A pearl.
  1: {
    ink: 'text-gem-user',
    drawing: (
      <>
        <circle cx="12" cy="12" r="6.5" fillOpacity={LIGHT} />
        <path d="M8.4 11.4a3.8 3.8 0 0 1 2.9-3" fill="none" />
      </>
    ),
  },
  // An ingot.
  2: {
    ink: 'text-gem-silver',
    drawing: (
      <>
        <path d="M2.8 18 5.6 11h12.8l2.8 7z" fillOpacity={LIGHT} />
        <path d="M5.6 11 8 6.5h8l2.4 4.5z" fillOpacity={DEEP} />
      </>
    ),
  },
  // A hexagon.
  3: {
    ink: 'text-gem-ruby',
    drawing: (
      <>
        <path d="m12 2.8 8 4.6v9.2l-8 4.6-8-4.6V7.4z" fillOpacity={LIGHT} />
        <path d="m12 7.4 4 2.3v4.6l-4 2.3-4-2.3V9.7z" fillOpacity={DEEP} />
        <path d="M12 2.8v4.6m8 0-4 2.3m4 6.9-4-2.3m-4 6.9v-4.6m-8 0 4-2.3m-4-6.9 4 2.3" fill="none" />
      </>
    ),
  },
  // A drop.
  4: {
    ink: 'text-gem-sapphire',
    drawing: (
      <>
        <path d="M12 2.4c3.7 4.6 6.6 7.9 6.6 11.9a6.6 6.6 0 0 1-13.2 0c0-4 2.9-7.3 6.6-11.9z" fillOpacity={LIGHT} />
        <path d="m12 8.4 3.5 5.6-3.5 4.2L8.5 14z" fillOpacity={DEEP} />
        <path d="M12 2.4v6M15.5 14h3.1M8.5 14H5.4M12 18.2v2.7" fill="none" />
      </>
    ),
  },
  // An emerald cut.
  5: {
    ink: 'text-gem-emerald',
    drawing: (
      <>
        <path d="M8.5 2.8h7L19 6.3v11.4l-3.5 3.5h-7L5 17.7V6.3z" fillOpacity={LIGHT} />
        <path d="M10 7h4l1.4 1.4v7.2L14 17h-4l-1.4-1.4V8.4z" fillOpacity={DEEP} />
        <path
          d="M8.5 2.8 10 7m5.5-4.2L14 7m5-.7-3.6 2.1m3.6 9.3-3.6-2.1m.1 5.6L14 17m-5.5 4.2L10 17m-5 .7 3.6-2.1M5 6.3l3.6 2.1"
          fill="none"
        />
      </>
    ),
  },
  6: { ink: 'text-gem-diamond', drawing: brilliant },
  7: {
    ink: 'text-gem-diamond',
    drawing: (
      <>
        {scaledBrilliant(-0.6, 5.1, 0.55)}
        {scaledBrilliant(11.4, 5.1, 0.55)}
      </>
    ),
  },
  8: {
    ink: 'text-gem-diamond',
    drawing: (
      <>
        {scaledBrilliant(6, 0, 0.5)}
        {scaledBrilliant(0.3, 10.6, 0.5)}
        {scaledBrilliant(11.7, 10.6, 0.5)}
      </>
    ),
  },
  9: {
    ink: 'text-gem-crown',
    drawing: (
      <>
        <path d="M4 20 2.8 8.6l5 4L12 5l4.2 7.6 5-4L20 20z" fillOpacity={LIGHT} />
        <path d="m12 12 2 2.4-2 2.4-2-2.4z" fillOpacity={DEEP} />
        <path d="M4 20h16" fill="none" />
        <circle cx="12" cy="4" r="1.1" fillOpacity={DEEP} />
        <circle cx="2.6" cy="7.6" r="1.1" fillOpacity={DEEP} />
        <circle cx="21.4" cy="7.6" r="1.1" fillOpacity={DEEP} />
      </>
    ),
  },
}

/** Icon of a level, hidden from screen readers because its name is always next to it. */
export function Gem({ level, className }: { level: number; className?: string }) {
  const { ink, drawing } = drawings[level] ?? { ink: '', drawing: null }
  return (
    <svg
      viewBox="0 0 24 24"
      fill="currentColor"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('shrink-0 **:[vector-effect:non-scaling-stroke]', ink, className)}
    >
      {drawing}
    </svg>
  )
}
