/** A color by perceived lightness (0 to 1), chroma (0 is gray) and hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number }
type Triple = readonly [number, number, number]

const HEX = /^#[0-9a-f]{6}$/i

/** Reports whether a text is a color such as `#8a3b2e`. */
export const isHexColor = (text: string): boolean => HEX.test(text)

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [readLuminance(one), readLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function readLuminance(color: string): number {
  const [red, green, blue] = toLinear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Converts a hexadecimal sRGB color (https://bottosson.github.io/posts/oklab/). */
export function toOklch(color: string): Oklch {
  const rgb = toLinear(color)
  const [l, m, s] = [
    Math.cbrt(dot(rgb, [0.4122214708, 0.5363325363, 0.0514459929])),
    Math.cbrt(dot(rgb, [0.2119034982, 0.6806995451, 0.1073969566])),
    Math.cbrt(dot(rgb, [0.0883024619, 0.2817188376, 0.6299787005])),
  ]
  const cones: Triple = [l, m, s]
  const a = dot(cones, [1.9779984951, -2.428592205, 0.4505937099])
  const b = dot(cones, [0.0259040371, 0.7827717662, -0.808675766])
  return {
    lightness: dot(cones, [0.2104542553, 0.793617785, -0.0040720468]),
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

/** Returns the hexadecimal sRGB color; where no screen shows the chroma, the highest possible one is used. */
export function fromOklch(color: Oklch): string {
  const lightness = Math.min(1, Math.max(0, color.lightness))
  let [shown, tooStrong] = [0, color.chroma]
  if (isShown(toRgb({ ...color, lightness }))) shown = color.chroma
  else {
    for (let step = 0; step < 20; step++) {
      const chroma = (shown + tooStrong) / 2
      if (isShown(toRgb({ ...color, lightness, chroma }))) shown = chroma
      else tooStrong = chroma
    }
  }
  return `#${toRgb({ ...color, lightness, chroma: shown })
    .map(toHexByte)
    .join('')}`
}

function toRgb({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const cones: Triple = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  return [
    dot(cones, [4.0767416621, -3.3077115913, 0.2309699292]),
    dot(cones, [-1.2684380046, 2.6097574011, -0.3413193965]),
    dot(cones, [-0.0041960863, -0.7034186147, 1.707614701]),
  ]
}

/** Half a step of 255 is lost in rounding anyway. */
const ROUNDING = 1e-4
const isShown = (rgb: Triple): boolean => rgb.every((part) => part >= -ROUNDING && part <= 1 + ROUNDING)

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function toLinear(color: string): Triple {
  if (!isHexColor(color)) throw new Error(`not a color: ${color}`)
  const part = (from: number) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function toHexByte(linear: number): string {
  const value = Math.min(1, Math.max(0, linear))
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
