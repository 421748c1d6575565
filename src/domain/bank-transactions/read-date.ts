const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FULL_MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
]
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:t\S{0,30})?$/
const MONTH_FIRST = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{2}|\d{4}))?$/
const DAY_MONTH = /^(\d{1,2})-([a-z]{3,9})-(\d{2}|\d{4})$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/

/** Whether the month or the day is first in `05/11/2026`: the same for a whole file. */
export type DayOrder = 'month first' | 'day first'
/** With periods, as in 26.11.2026, the day is first unless something else decides. */
const NUMERIC = /^\W?(\d{1,2})([-/.])(\d{1,2})\2(?:\d{2}|\d{4})\b/

/** Detects the order of a file's days from the majority of unambiguous ones. */
export function detectDayOrder(cells: Iterable<string>): DayOrder {
  let [monthFirst, dayFirst, dotted, otherSeparators] = [0, 0, 0, 0]
  for (const cell of cells) {
    const match = NUMERIC.exec(cell.slice(0, 40).trim())
    if (!match) continue
    const [first, second] = [Number(match[1]), Number(match[3])]
    if (first > 12 && second <= 12) dayFirst++
    else if (second > 12 && first <= 12) monthFirst++
    else if (match[2] === '.') dotted++
    else otherSeparators++
  }
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day first' : 'month first'
  return dotted > otherSeparators ? 'day first' : 'month first'
}

/**
 * Parses a cell as a day, `YYYY-MM-DD`: `11/20/2026`, `11/20/26`, `11/20`, `2026-11-20`, `20261120`, `Nov 20, 2026`,
 * `20 Nov 2026`, `20-Nov-26`, each also with a weekday before or a time after it. Without an `order`, the month is
 * first if both are possible. Without a year, it is the latest such day that is not after `today`.
 */
export function readDate(cell: string, today: string, order?: DayOrder): string | undefined {
  if (cell.length > 60) return undefined
  return findDate(cell, today, true, order)?.date
}

/** The first day in running text. Accepts `11/20` only if `allowShort` is true. */
export function findDate(
  text: string,
  today: string,
  allowShort: boolean,
  order?: DayOrder,
): { date: string; words: number } | undefined {
  const words = text
    .slice(0, 2_000)
    .toLowerCase()
    .split(/[\s,]/)
    .filter((word) => word !== '')
    .map(trimPunctuation)
  for (const [index, word] of words.entries()) {
    const date = readWord(word, today, allowShort, order)
    if (date) return { date, words: index + 1 }
    const named = readNamedMonth(words, index, today)
    if (named) return { date: named.date, words: index + named.words }
  }
  return undefined
}

/** Strips the punctuation around a word. */
function trimPunctuation(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && '("\'[:;.'.includes(word[from] as string)) from++
  while (to > from && ')"\']:;.'.includes(word[to - 1] as string)) to--
  return word.slice(from, to)
}

function readWord(word: string, today: string, allowShort: boolean, order: DayOrder | undefined): string | undefined {
  if (word.length > 40) return undefined
  const iso = YEAR_FIRST.exec(word) ?? COMPACT.exec(word)
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = DAY_MONTH.exec(word)
  if (named) return toDay(toFullYear(named[3] as string), parseMonthName(named[2] as string), Number(named[1]))
  const numeric = MONTH_FIRST.exec(word)
  if (!numeric) return undefined
  const [first, second, year] = [Number(numeric[1]), Number(numeric[2]), numeric[3]]
  if (year !== undefined) {
    const isDayFirst = order === 'day first'
    const date = isDayFirst ? toDay(toFullYear(year), second, first) : toDay(toFullYear(year), first, second)
    return date ?? (order === undefined ? toDay(toFullYear(year), second, first) : undefined)
  }
  if (!allowShort || !word.includes('/')) return undefined
  return order === 'day first' ? findLatestDay(second, first, today) : findLatestDay(first, second, today)
}

/** `nov 20 2026`, `20 nov 2026`, and both without the year. */
function readNamedMonth(
  words: readonly string[],
  index: number,
  today: string,
): { date: string; words: number } | undefined {
  const [word = '', next = '', third = ''] = words.slice(index, index + 3)
  const month = parseMonthName(word)
  const [monthNumber, day] = month > 0 ? [month, parseDayNumber(next)] : [parseMonthName(next), parseDayNumber(word)]
  if (monthNumber === 0 || day === 0) return undefined
  if (/^\d{4}$/.test(third)) {
    const date = toDay(Number(third), monthNumber, day)
    return date === undefined ? undefined : { date, words: 3 }
  }
  const date = findLatestDay(monthNumber, day, today)
  return date === undefined ? undefined : { date, words: 2 }
}

/** Month number from 1; 0 if it is not a month. */
function parseMonthName(word: string): number {
  const index = FULL_MONTHS.indexOf(word)
  if (index >= 0) return index + 1
  return word === 'sept' ? 9 : MONTHS.indexOf(word) + 1
}

const parseDayNumber = (word: string): number => {
  const match = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)
  return match ? Number(match[1]) : 0
}

const toFullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year))

function findLatestDay(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4))
  for (let yearsAgo = 0; yearsAgo <= 8; yearsAgo++) {
    const date = toDay(year - yearsAgo, month, day)
    if (date !== undefined && date <= today) return date
  }
  return undefined
}

function toDay(year: number, month: number, day: number): string | undefined {
  if (year < 1970 || year > 9998 || month < 1 || month > 12 || day < 1) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : undefined
}
