/** More than any JSON of the shop has. */
const MOST_LEVELS = 20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** Whether JSON is nested deeper than the shop reads, found without parsing: parsing is what costs. */
export function isDeepJson(json: string): boolean {
  let levels = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (isInText && code === BACKSLASH) index++
    else if (code === QUOTE) isInText = !isInText
    else if (isInText) continue
    else if (OPENING.includes(code) && ++levels > MOST_LEVELS) return true
    else if (CLOSING.includes(code)) levels--
  }
  return false
}
