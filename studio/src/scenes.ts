import type { Shot } from './render.ts'
import { packageScenes } from './scenes/packages.ts'
import { productScenes } from './scenes/products.ts'
import { slideScenes } from './scenes/slides.ts'
import { frame, studio } from './stage.ts'
import type { Scene, Still } from './still.ts'

export const stills: Record<string, Scene> = { ...productScenes, ...packageScenes }
export const slides: Record<string, Scene> = slideScenes

export function shotOf(still: Still, width: number, height: number, draft: boolean): Shot {
  const setting = studio(still.hue, still.mood, still.gloss)
  if (still.glow) setting.backdrop.at = still.glow
  const view = frame(still.subject, width / height, still.view ?? {})
  return { parts: [...still.subject, ...(still.props ?? [])], setting, view, width, height, draft }
}
