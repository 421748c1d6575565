import { cx } from './cx.ts'

/** Placeholder picture: the outline of a jar, clearly not a photograph. */
export function PicturePlaceholder({
  alt,
  ratio,
  className,
}: {
  alt: string
  ratio: readonly [number, number]
  className?: string | undefined
}) {
  const [width, height] = [200, (200 * ratio[1]) / ratio[0]]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
      className={cx('h-auto w-full bg-sunken text-edge', className)}
    >
      <g transform={`translate(${width / 2} ${height / 2 + 8})`} fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M-34 -14h68v44a10 10 0 0 1-10 10h-48a10 10 0 0 1-10-10z" />
        <path d="M-30 -14v-14a4 4 0 0 1 4-4h52a4 4 0 0 1 4 4v14" />
        <path d="M-34 4h68M-34 24h68" opacity="0.55" />
        <path d="M-52 40h104" />
      </g>
    </svg>
  )
}
