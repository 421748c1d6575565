import { preload } from 'react-dom'
import { cx } from './cx.ts'
import { PicturePlaceholder } from './PicturePlaceholder.tsx'

type PictureProps = {
  /** URL without size and format; null shows a placeholder. */
  src: string | null
  alt: string
  /** The `sizes` attribute: the picture's width in the layout. */
  sizes: string
  widths?: readonly number[]
  /** The file's aspect ratio, which reserves its space before it loads. */
  ratio?: readonly [number, number]
  /** Above the fold (`true`), or the first picture there (`first`). Others load lazily. */
  priority?: boolean | 'first'
  /** Fills its positioned box and is cropped, instead of keeping its own ratio. */
  fill?: boolean
  className?: string
}

const WIDTHS = [320, 640, 960, 1280] as const

const sources = (src: string, widths: readonly number[], format: string) =>
  widths.map((width) => `${src}-${width}.${format} ${width}w`).join(', ')

export function Picture({ src, alt, sizes, widths = WIDTHS, ratio = [4, 5], priority, fill, className }: PictureProps) {
  if (src === null)
    return <PicturePlaceholder alt={alt} ratio={ratio} className={cx(fill && 'absolute inset-0 h-full', className)} />
  if (priority === 'first') {
    preload(`${src}-${widths[0]}.avif`, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: sources(src, widths, 'avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  }
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
        className={cx('bg-sunken object-cover', fill ? 'absolute inset-0 size-full' : 'h-auto w-full', className)}
      />
    </picture>
  )
}
