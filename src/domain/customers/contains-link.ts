import { normalizeForm } from '#domain/text/normal-form.ts'

/** Abbreviations whose period needs no space before the name: 'St.John', 'Dr.Kim'. */
const ABBREVIATIONS = new Set(['st', 'ste', 'dr', 'mr', 'mrs', 'ms', 'jr', 'sr', 'prof', 'rev'])

/** Endings of web addresses that are recognized even if the dot is obfuscated, and that no name ends with. */
const WEB_ENDINGS = new Set(
  `com net org info biz shop store online site website web xyz top club app dev link click live page blog space tech
   pro icu vip cloud email work world today agency buzz fun win bid loan men gov edu mil
   co io me ru cn uk us tv cc ai gg eu ws pw tk ga cf gq рф`.split(/\s+/),
)
/** Country-code top-level domains (ISO 3166), which are as short as a name can be. */
const COUNTRY_DOMAINS = new Set(
  `ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg
   ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh
   gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr
   kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf
   ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm
   sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf
   ws ye yt za zm zw`.split(/\s+/),
)

const SCHEME = /(?:^|[^\p{L}])(?:h(?:tt|xx)ps?|ftps?|mailto|tel|sms|javascript|data|file)\s*:/iu
/** 'evil (dot) com', 'evil[.]com', 'evil dot com', 'evil·com', 'evil . com': the ending decides. */
const WRITTEN_DOT = /(?: ?[([{] ?(?:dot|\.) ?[)\]}] ?| dot |[·・•∙⋅‧,]| ?\. ?)(\p{L}+)/giu
/** 'evil .com': no name has a dot in front of a word. */
const LEADING_DOT = /[\p{L}\p{N}] \.\p{L}{2}/u
const NUMBERS = /\d\.\d|::/

/** Longer names are refused for their length. */
const MAX_LENGTH = 255

/**
 * Returns whether an email program or a reader would turn part of a name into a link: a URL, an email, a domain or an
 * IP address, also with obfuscated dots. Initials and abbreviations pass: 'O.J.', 'J.R.R. Tolkien', 'St. John'.
 */
export function containsLink(name: string): boolean {
  const text = normalizeForm(name.slice(0, MAX_LENGTH), 'NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[。۔܁܂ꓸ]/gu, '.')
    .replaceAll(/\s+/gu, ' ')
  if (SCHEME.test(text) || LEADING_DOT.test(text) || NUMBERS.test(text)) return true
  for (const [, ending = ''] of text.matchAll(WRITTEN_DOT)) {
    if (WEB_ENDINGS.has(ending.toLowerCase())) return true
  }
  return text.split(' ').some(isLink)
}

function isLink(word: string): boolean {
  if (/:\/\/|@|[([{]at[)\]}]|xn--/i.test(word) || /^\W*www(?:\.|$)/i.test(word)) return true
  const parts = word.split('.')
  return parts.some((part, index) => {
    const next = parts[index + 1]
    if (next === undefined || !isDomain(part, next)) return false
    return word.includes('/') || !isAbbreviation(part, next, parts[index - 1])
  })
}

const isDomain = (label: string, next: string): boolean => /[\p{L}\p{N}]$/u.test(label) && /^\p{L}{2}/u.test(next)

/**
 * Returns whether a capitalized name follows an abbreviation or initials. After a single initial, only a two-letter
 * name can be distinguished from a domain ('J.Lo'): longer ones need a space, as in 'J. Smith'.
 */
function isAbbreviation(label: string, next: string, previous: string | undefined): boolean {
  if (!/^\p{Lu}/u.test(next) || !/^\p{Lu}/u.test(label)) return false
  const ending = /^\p{L}+/u.exec(next)?.[0].toLowerCase() ?? ''
  if (COUNTRY_DOMAINS.has(ending)) return false
  if (label.length > 1) return ABBREVIATIONS.has(label.toLowerCase())
  const isSecondInitial = previous !== undefined && /^\p{Lu}$/u.test(previous)
  return ending.length === 2 || (isSecondInitial && !WEB_ENDINGS.has(ending))
}
