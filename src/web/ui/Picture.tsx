import { cx } from './cx.ts'

type PictureProps = {
  /** Without size and format; null shows the shop's own blank plate. */
  src: string | null
  alt: string
  /** The `sizes` attribute: how wide it stands in the layout. */
  sizes: string
  widths?: readonly number[]
  /** Of the file; keeps the place before it arrives. */
  ratio?: readonly [number, number]
  /** For the picture a page opens with: fetched first. Others wait until they come near. */
  priority?: boolean
  className?: string
}

export const PRODUCT_WIDTHS = [320, 640, 960, 1280] as const

const sources = (src: string, widths: readonly number[], format: string) =>
  widths.map((width) => `${src}-${width}.${format} ${width}w`).join(', ')

export function Picture({
  src,
  alt,
  sizes,
  widths = PRODUCT_WIDTHS,
  ratio = [4, 5],
  priority,
  className,
}: PictureProps) {
  if (src === null) return <BlankPlate alt={alt} ratio={ratio} className={className} />
  const middle = widths[Math.floor(widths.length / 2)] ?? widths[0] ?? 640
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sources(src, widths, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources(src, widths, 'webp')} sizes={sizes} />
      <img
        src={`${src}-${middle}.webp`}
        alt={alt}
        width={middle}
        height={Math.round((middle * ratio[1]) / ratio[0])}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'auto' : 'async'}
        className={cx('h-auto w-full bg-sunken object-cover', className)}
      />
    </picture>
  )
}

/** A jar in outline: recognisably ours, and plainly no photograph. */
function BlankPlate({
  alt,
  ratio,
  className,
}: {
  alt: string
  ratio: readonly [number, number]
  className: string | undefined
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
