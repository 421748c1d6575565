import type { Member } from './sign-up.ts'

/** Bytes to send to the socket. */
export type Input = { what: string; bytes: Buffer }

const LONG = 80_000
/** Node's parser accepts 16 kB of headers; this much reaches the shop. */
const HEADER = 12_000
const TARGET = 1_900

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Repetitions for patterns, nesting for parsers, and near misses of emails, dates and media types. */
const UNITS = [
  ...['a', '0', ' ', '\t', '/', '.', '-', '_', '+', '@', ',', ';', '=', '&', '%', '"', "'", '\\', '<', '(', '[', '{'],
  ...[
    'a.',
    'a@',
    '@a.',
    'a-',
    '. ',
    ' a',
    'a,',
    ';q=',
    'a=b;',
    ', ,',
    'bytes=',
    '0-,',
    '1:',
    '::',
    '%25',
    '%e9',
    '../',
  ],
  ...['\u00e9', '\u200b', '\u0301', '\ufdfa', '\u{1f469}\u200d', '\ud83d', '\n', '\r\n', '\0', '07631-', '(201) '],
  ...[
    '<a ',
    '<p>',
    '<!--',
    '<p style="',
    '<img src="/uploads/',
    '<a href="http:',
    '&lt;',
    '&#',
    '</',
    '<b <i ',
    'onx=',
    'on ',
  ],
]
const HEADER_UNITS = UNITS.filter((unit) => /^[\t\x20-\x7e]+$/.test(unit))
const HEADERS = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie', 'forwarded', 'host'],
  ...['idempotency-key', 'if-modified-since', 'if-none-match', 'if-range', 'origin', 'range', 'referer', 'user-agent'],
  ...['via', 'x-csrf-token', 'x-forwarded-for', 'x-forwarded-proto', 'content-encoding', 'sec-fetch-site'],
]

const request = (line: string, headers: Record<string, string>, body: string | Buffer = ''): Buffer => {
  const all: Record<string, string> = { host: 'shop.test', connection: 'close', ...headers }
  if (body.length > 0) all['content-length'] = String(Buffer.byteLength(body))
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

export function* targets(paths: readonly string[]): Generator<Input> {
  for (const path of paths) {
    for (const unit of HEADER_UNITS.filter((text) => !/[\s]/.test(text))) {
      for (const length of [TARGET, 15_000, LONG]) {
        const bytes = request(`GET ${path}${filled(unit, length)}a/`, { accept: 'text/html' })
        yield { what: `GET ${path} + ${length} × ${JSON.stringify(unit)}`, bytes }
      }
    }
  }
}

export function* headers(paths: readonly string[], member: Member): Generator<Input> {
  for (const name of HEADERS) {
    for (const unit of HEADER_UNITS) {
      for (const path of paths) {
        const value = filled(unit, HEADER)
        yield { what: `${path} with ${name}: ${unit}…`, bytes: request(`GET ${path}`, { [name]: value }) }
      }
      const own = { cookie: member.cookie, 'x-csrf-token': member.csrf, 'content-type': 'application/json' }
      const bytes = request('POST /check-email', { ...own, [name]: filled(unit, HEADER) }, '{"email":"a@example.com"}')
      yield { what: `POST with ${name}: ${unit}…`, bytes }
    }
  }
  for (const length of [16_000, LONG])
    yield { what: `${length} bytes of cookies`, bytes: request('GET /packages', { cookie: filled('a=b; ', length) }) }
}

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; allOf?: Schema[] }
export type Form = { path: string; schema: Schema }

/** Fills every field of a call's body with the same text, regardless of its type. */
function everyField(schema: Schema, text: string): unknown {
  const branches = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const properties = Object.assign({}, schema.properties, ...branches.map((branch) => branch.properties ?? {}))
  const entries = Object.entries(properties as Record<string, Schema>)
  if (entries.length === 0) return text
  return Object.fromEntries(entries.map(([name, field]) => [name, everyField(field, text)]))
}

export function* bodies(forms: readonly Form[], member: Member): Generator<Input> {
  const own = { cookie: member.cookie, 'x-csrf-token': member.csrf, accept: 'application/json' }
  const json = { ...own, 'content-type': 'application/json' }
  const form = { ...own, 'content-type': 'application/x-www-form-urlencoded' }
  for (const { path, schema } of forms) {
    for (const unit of UNITS) {
      // Larger bodies than the call accepts are refused unread.
      for (const length of [250, 16_000, LONG]) {
        const body = JSON.stringify(everyField(schema, filled(unit, length)))
        if (Buffer.byteLength(body) > 1_048_576) continue
        yield {
          what: `${path} with ${length} × ${JSON.stringify(unit)} in its fields`,
          bytes: request(`POST ${path}`, json, body),
        }
      }
    }
  }
  const nested: [string, string][] = [
    ['brackets', '['.repeat(LONG)],
    ['objects', '{"a":'.repeat(LONG / 5)],
    ['closed brackets', `${'['.repeat(LONG / 2)}${']'.repeat(LONG / 2)}`],
    ['a megabyte of brackets', '['.repeat(1_000_000)],
    ['a million keys', `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":0`).join()}}`],
    ['__proto__', `{${'"__proto__":{'.repeat(5_000)}`],
    ['escapes', `"${'\\u0000'.repeat(LONG / 6)}"`],
  ]
  for (const [what, body] of nested) yield { what: `JSON: ${what}`, bytes: request('POST /login', json, body) }
  const odd: [string, string][] = [
    ['deep brackets', `a${'[b]'.repeat(LONG / 3)}=1`],
    ['open brackets', `a${'['.repeat(LONG)}=1`],
    ['many fields with one name', 'a[]=1&'.repeat(LONG / 6)],
    ['many fields', Array.from({ length: 12_000 }, (_, n) => `a${n}=1`).join('&')],
    ['many numbered fields', Array.from({ length: 8_000 }, (_, n) => `a[${n}]=1`).join('&')],
    ['ampersands', '&'.repeat(1_000_000)],
    ['percents', '%'.repeat(1_000_000)],
    ['plus signs', `email=${'+'.repeat(1_000_000)}`],
    ['half escapes', `email=${'%e9'.repeat(300_000)}`],
  ]
  for (const [what, body] of odd) yield { what: `form: ${what}`, bytes: request('POST /login', form, body) }
}

export function* richTexts(member: Member): Generator<Input> {
  const own = { cookie: member.cookie, 'x-csrf-token': member.csrf, accept: 'application/json' }
  const save = (content: string) =>
    request(
      'POST /account/posts/save',
      { ...own, 'content-type': 'application/json' },
      JSON.stringify({ title: 'Stall', language: 'en', content }),
    )
  for (const tag of [
    'p',
    'b',
    'span style="font-size:12px"',
    'ul',
    'li',
    'a href="https://a.example"',
    'div',
    'svg',
    'x',
  ]) {
    const name = tag.split(' ', 1)[0]
    const depth = Math.floor(LONG / (tag.length + 2))
    yield { what: `rich text: <${tag}> nested`, bytes: save(`<${tag}>`.repeat(depth)) }
    const closed = `${`<${tag}>`.repeat(depth / 2)}x${`</${name}>`.repeat(depth / 2)}`
    yield { what: `rich text: <${tag}> nested and closed`, bytes: save(closed) }
  }
  // Texts below 10,000 characters are parsed inline, longer ones in a thread.
  for (const unit of UNITS) {
    for (const length of [9_900, 190_000]) {
      yield { what: `rich text of ${length} × ${JSON.stringify(unit)}`, bytes: save(filled(unit, length)) }
    }
  }
}

export function* multiparts(member: Member): Generator<Input> {
  const own = { cookie: member.cookie, 'x-csrf-token': member.csrf, accept: 'application/json' }
  const send = (what: string, body: string | Buffer, type = 'multipart/form-data; boundary=b'): Input => ({
    what: `multipart: ${what}`,
    bytes: request('POST /account/posts/save', { ...own, 'content-type': type }, body),
  })
  const part = (head: string, content = 'x') => `--b\r\n${head}\r\n\r\n${content}\r\n`
  const fields =
    part('Content-Disposition: form-data; name="title"') + part('Content-Disposition: form-data; name="language"', 'en')
  const file = (name: string, content: string) =>
    `${fields}${part(`Content-Disposition: form-data; name="attachment"; filename="${name}"`, content)}--b--\r\n`
  for (const unit of UNITS) {
    const text = JSON.stringify(unit)
    for (const length of [16_000, 60_000, LONG]) {
      yield send(`a file name of ${length} × ${text}`, file(filled(unit.replace(/["\r\n\0]/g, '_'), length), 'text'))
    }
    yield send(`a file of ${text}`, file('a.txt', filled(unit, LONG)))
    yield send(`a file of csv and ${text}`, file('a.csv', `a;b\n${filled(unit, LONG)}`))
    yield send(`a header of ${text}`, part(`Content-Disposition: form-data; name=${filled(unit, LONG)}`))
    yield send(
      `a type of ${text}`,
      'x',
      `multipart/form-data; boundary=${filled(unit.replace(/[^ -~]/g, '_'), 10_000)}`,
    )
  }
  for (const line of ['\r\n--', '\r\n-', '-', '\r\n', '--b', '\r\n--b', '--b\r\n', '--b\r\n\r\n', '--b\r\nx: y\r\n'])
    yield send(`lines of ${JSON.stringify(line)}`, filled(line, 500_000))
  yield send('many parts', part('Content-Disposition: form-data; name="a"').repeat(10_000))
  yield send('many headers', part(filled('x: y\r\n', LONG)))
}

/** A bank's text for the parsers of bank transactions, which no call uses yet. */
export type NoticeText = { what: string; text: string; kind: 'paste' | 'csv' }

/** Building blocks of banks' emails and files, and near misses. */
const NOTICE_UNITS = [
  ...[
    '$',
    '$1',
    '$1.00',
    '$1.00 ',
    '-$1.00',
    '(1.00)',
    '1,000,',
    '1.',
    '11/20/2026',
    '11/20/2026 ',
    '11/',
    'Nov ',
    'Nov 20, ',
  ],
  ...[
    'You received $1.00 from A\n',
    'sent you ',
    '$1.00 from ',
    'Memo: ',
    'Memo\n',
    'Confirmation: ',
    'Date\n',
    'Amount: $',
  ],
  ...[
    '11/20/2026\t1.00\n',
    '11/20/2026,1.00\n',
    'Date,Amount\n',
    ',"',
    '""',
    '",',
    '"\n',
    '\n\n',
    'CREDIT,',
    'K7QM2X ',
    'A. ',
  ],
]

export function* noticeTexts(): Generator<NoticeText> {
  for (const unit of [...UNITS, ...NOTICE_UNITS]) {
    for (const length of [16_000, LONG]) {
      for (const kind of ['paste', 'csv'] as const) {
        const what = `bank transactions from ${kind}: ${length} × ${JSON.stringify(unit)}`
        yield { what, text: filled(unit, length), kind }
        const line = `11/20/2026${kind === 'csv' ? ',' : ' '}$1.00${kind === 'csv' ? ',' : ' from '}`
        const begun = kind === 'csv' ? `Date,Amount,Description\n${line}` : line
        yield { what: `${what} after a bank transaction`, text: begun + filled(unit, length), kind }
      }
    }
  }
}
