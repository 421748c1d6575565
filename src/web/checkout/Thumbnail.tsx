import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'

/** A line's small picture; the answer names one file of one size. Decoration: the line says the name. */
export function Thumbnail({ src, className }: { src: string | null; className?: string }) {
  if (src === null) return <Picture src={null} alt="" sizes="0px" className={className} />
  return (
    <img
      src={src}
      alt=""
      width={320}
      height={400}
      loading="lazy"
      decoding="async"
      className={cx('h-auto w-full bg-sunken object-cover', className)}
    />
  )
}
