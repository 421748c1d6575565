import { Thumbnail } from '#web/ui/Thumbnail.tsx'

/** Large enough to be told from its kin at arm’s length, and not so large that the button leaves the screen. */
export const Picture = ({ src }: { src: string | null }) => (
  <div className="h-[34dvh] max-h-80 min-h-36 overflow-hidden rounded-card bg-sunken *:mx-auto *:h-full *:w-auto *:object-contain">
    <Thumbnail src={src} />
  </div>
)
