/** Deeper than any JSON of the shop. */
const MAX_LEVELS = 20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** Reports whether JSON is nested too deeply, without parsing it: parsing is what would be expensive. */
export function isDeepJson(json: string): boolean {
  let levels = 0
  let isInString = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (isInString && code === BACKSLASH) index++
    else if (code === QUOTE) isInString = !isInString
    else if (isInString) continue
    else if (OPENING.includes(code) && ++levels > MAX_LEVELS) return true
    else if (CLOSING.includes(code)) levels--
  }
  return false
}
