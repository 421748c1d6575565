import { cx } from './cx.ts'
import { PicturePlaceholder } from './PicturePlaceholder.tsx'

/** Small picture of a line, already at its size. The adjacent name makes alternative text unnecessary. */
export const Thumbnail = ({ src, className }: { src: string | null; className?: string }) =>
  src === null ? (
    <PicturePlaceholder alt="" ratio={[4, 5]} className={className} />
  ) : (
    <img
      src={src}
      alt=""
      width={320}
      height={400}
      loading="lazy"
      decoding="async"
      className={cx('h-auto w-full bg-sunken', className)}
    />
  )
