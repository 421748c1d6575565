/** Sections of a page of docs/, and the numbered items and rows in them (`8.2`, `G24`). */
export function parseSections(page: string): Set<string> {
  const sections = new Set<string>()
  let section: string | undefined
  let columns: string | undefined
  for (const line of page.split('\n')) {
    const heading = /^#{2,4} (?:(\d+(?:\.\d+)*)\.? )?/.exec(line)
    if (heading) {
      section = heading[1]
      if (section) sections.add(section)
    }
    if (!line.startsWith('|')) columns = undefined
    else columns ??= line
    const item = /^(\d+)\. /.exec(line) ?? (columns?.startsWith('| # |') ? /^\| (\d+) \|/.exec(line) : null)
    if (section && item) sections.add(`${section}.${item[1]}`)
    const figure = /^\| \*\*(G\d+)\*\* \|/.exec(line)
    if (figure?.[1]) sections.add(figure[1])
  }
  return sections
}

export type Citation = { line: number; text: string; path: string; sections: string[] }

/** Matches `docs/plan §6, §7.2`, `docs/security G20, G25`, `docs/decisions/0016`, `docs/plan/levels.csv`. */
const CITATION = /(?<![\w/.'-])docs\/([\w./-]*\w)(?: ((?:§\d[\d.]*\d|§\d|G\d+)(?:(?:, |–)(?:§\d[\d.]*\d|§\d|G\d+))*))?/g
/** Joins a citation that a comment wraps between sections. */
const WRAPPED = /\n(\s*(?:\*|\/\/|--) )((?:§\d[\d.]*\d|§\d)(?:(?:, |–)(?:§\d[\d.]*\d|§\d))*)/g
const SECTION = /§(\d+(?:\.\d+)*)|(?<!\w)(G\d+)/g
/** A property test names the invariant of the plan that it proves. */
const INVARIANT = /\binvariants? (\d+)/g
/** Sections of external standards. */
const STANDARD = /\b(?:RFC \d+|Fetch) §\d+(?:\.\d+)*/g

const SIGN = /§/
const BARE_PAGE = /(?<![\w/.-])(?:plan|compensation-plan|product|security|back-office|design)\.md\b/
const BARE_DECISION = /(?<!docs\/)\bdecisions?[ /]\d{4}\b/
const BARE_FIGURE = /(?<!\w)G(?:[1-9]|[12]\d|3[01])\b/

/**
 * Returns every citation of text, and the lines that cite in an unknown form. `own` is the page that a bare `§6`
 * refers to: in docs/ the page itself, in code none. Goal figures are recognized only in comments, because `G1` may be
 * anything in code.
 */
export function findCitations(text: string, page?: string): { citations: Citation[]; unknown: string[] } {
  const citations: Citation[] = []
  const unknown: string[] = []
  const prose = page !== undefined
  const lines = text.replace(WRAPPED, ' $2\n$1').split('\n')
  lines.forEach((line, index) => {
    const cite = (text: string, path: string, sections: string[]) =>
      citations.push({ line: index + 1, text, path, sections })
    let rest = line
      .replace(/\[[^\]]*\]\([^)]*\)/g, '')
      .replace(STANDARD, '')
      .replace(CITATION, (text: string, path: string, sectionList: string | undefined) => {
        cite(text, path, sectionNames(sectionList ?? ''))
        return ''
      })
    rest = rest.replace(INVARIANT, (text: string, number: string) => {
      cite(text, 'plan', [`13.${number}`])
      return ''
    })
    if (prose) {
      const sections = sectionNames(rest)
      if (sections.length) cite(sections.join(', '), page, sections)
      rest = rest.replace(SECTION, '')
    }
    const comment = prose ? rest : extractComment(rest)
    if (SIGN.test(rest) || BARE_PAGE.test(rest) || BARE_DECISION.test(rest) || BARE_FIGURE.test(comment))
      unknown.push(`${index + 1}: ${line.trim()}`)
  })
  return { citations, unknown }
}

const sectionNames = (sectionList: string) =>
  [...sectionList.matchAll(SECTION)].map(([, section, figure]) => section ?? figure ?? '')

/** The comment of a line of code: after `//` or `--`, or inside a block comment. */
const extractComment = (line: string) => /^\s*\/?\*.*|(?:\/\/|--) .*/.exec(line)?.[0] ?? ''
