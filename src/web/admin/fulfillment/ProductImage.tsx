import { Thumbnail } from '#web/ui/Thumbnail.tsx'

/** Large enough to tell similar products apart at arm's length, small enough to keep the button on screen. */
export const ProductImage = ({ src }: { src: string | null }) => (
  <div className="h-[34dvh] max-h-80 min-h-36 overflow-hidden rounded-card bg-sunken *:mx-auto *:h-full *:w-auto *:object-contain">
    <Thumbnail src={src} />
  </div>
)
