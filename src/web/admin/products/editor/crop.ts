/** How a picture is turned and cut. */
export type Crop = {
  /** Quarter turns clockwise, 0 to 3. */
  turns: number
  /** Width to height of the result; undefined keeps the picture's own. */
  ratio: number | undefined
  /** 1 is as large as possible. */
  zoom: number
  /** Position of the cut from 0 (left, top) to 1 (right, bottom). */
  x: number
  y: number
}
export const wholePicture: Crop = { turns: 0, ratio: undefined, zoom: 1, x: 0.5, y: 0.5 }

export type Size = { width: number; height: number }

export const turnedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** The part of the turned picture that is kept, in whole pixels. */
export function cutOut(picture: Size, { turns, ratio, zoom, x, y }: Crop): Size & { left: number; top: number } {
  const { width, height } = turnedSize(picture, turns)
  const target = ratio ?? width / height
  const widest = Math.min(width, height * target) / Math.max(1, zoom)
  const kept = { width: Math.max(1, Math.round(widest)), height: Math.max(1, Math.round(widest / target)) }
  return { ...kept, left: Math.round((width - kept.width) * x), top: Math.round((height - kept.height) * y) }
}

/** Draws the result on a canvas, at most `maxSide` pixels wide or high. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource & Size,
  crop: Crop,
  maxSide: number,
): void {
  const { left, top, width, height } = cutOut(picture, crop)
  const scale = Math.min(1, maxSide / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return
  const turned = turnedSize(picture, crop.turns)
  context.scale(scale, scale)
  context.translate(-left, -top)
  context.translate(turned.width / 2, turned.height / 2)
  context.rotate((crop.turns * Math.PI) / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
}
