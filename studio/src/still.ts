import type { Part } from './material.ts'
import type { Framing, Mood } from './stage.ts'

export type Still = {
  hue: string
  mood?: Mood
  gloss?: number
  subject: Part[]
  /** Plinths, blocks and other objects that the camera need not frame. */
  props?: Part[]
  view?: Framing
  glow?: [number, number]
}
export type Scene = () => Still
