/** Letters carry a handful; Unicode's Stream-Safe Text Format allows thirty (UAX 15). */
const MOST_MARKS = 30
/** With the two marks of half-width katakana, which only become marks in form NFKC. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu

/**
 * Text in one of Unicode's normal forms, without the marks of a letter beyond the thirtieth: normalizing sorts the marks
 * of each letter in quadratic time, which takes half a minute for a letter with 200,000.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(MARKS, fewMarks).normalize(form)

const fewMarks = (marks: string): string =>
  marks.length <= MOST_MARKS ? marks : [...marks].slice(0, MOST_MARKS).join('')
