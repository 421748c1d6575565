import type { MediaPicture } from '#contract/content/media.ts'
import { cx } from '#web/ui/cx.ts'
import { PicturePlaceholder } from '#web/ui/PicturePlaceholder.tsx'

type LibraryPictureProps = {
  picture: Pick<MediaPicture, 'src' | 'widths' | 'size'>
  /** Width that is shown; the smallest file that is as wide is loaded. */
  width?: number
  className?: string
}

/** A whole picture of the library, not cropped. The adjacent name makes alternative text unnecessary. */
export function LibraryPicture({ picture: { src, widths, size }, width = 320, className }: LibraryPictureProps) {
  if (size === null) return <PicturePlaceholder alt="" ratio={[1, 1]} className={className} />
  const stored = widths.toSorted((a, b) => a - b)
  const chosen = stored.find((candidate) => candidate >= width) ?? stored.at(-1)
  return (
    <img
      src={`${src}-${chosen}.webp`}
      alt=""
      width={size.width}
      height={size.height}
      loading="lazy"
      decoding="async"
      className={cx('h-auto w-full rounded-field bg-sunken object-contain', className)}
    />
  )
}
