import type { Member } from './sign-up.ts'

/** Bytes to send to the socket. */
export type Input = { label: string; bytes: Buffer }

const LONG_LENGTH = 80_000
/** Node's parser accepts 16 kB of headers; this much reaches the shop. */
const HEADER_LENGTH = 12_000
const TARGET_LENGTH = 1_900

const repeatTo = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

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
  const allHeaders: Record<string, string> = { host: 'shop.test', connection: 'close', ...headers }
  if (body.length > 0) allHeaders['content-length'] = String(Buffer.byteLength(body))
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

export function* targets(paths: readonly string[]): Generator<Input> {
  for (const path of paths) {
    for (const unit of HEADER_UNITS.filter((text) => !/[\s]/.test(text))) {
      for (const length of [TARGET_LENGTH, 15_000, LONG_LENGTH]) {
        const bytes = request(`GET ${path}${repeatTo(unit, length)}a/`, { accept: 'text/html' })
        yield { label: `GET ${path} + ${length} × ${JSON.stringify(unit)}`, bytes }
      }
    }
  }
}

export function* headers(paths: readonly string[], member: Member): Generator<Input> {
  for (const name of HEADERS) {
    for (const unit of HEADER_UNITS) {
      for (const path of paths) {
        const value = repeatTo(unit, HEADER_LENGTH)
        yield { label: `${path} with ${name}: ${unit}…`, bytes: request(`GET ${path}`, { [name]: value }) }
      }
      const memberHeaders = { cookie: member.cookie, 'x-csrf-token': member.csrf, 'content-type': 'application/json' }
      const bytes = request(
        'POST /check-email',
        { ...memberHeaders, [name]: repeatTo(unit, HEADER_LENGTH) },
        '{"email":"a@example.com"}',
      )
      yield { label: `POST with ${name}: ${unit}…`, bytes }
    }
  }
  for (const length of [16_000, LONG_LENGTH])
    yield {
      label: `${length} bytes of cookies`,
      bytes: request('GET /packages', { cookie: repeatTo('a=b; ', length) }),
    }
}

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; allOf?: Schema[] }
export type Form = { path: string; schema: Schema }

/** Fills every field of a call's body with the same text, regardless of its type. */
function fillFields(schema: Schema, text: string): unknown {
  const branches = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const properties = Object.assign({}, schema.properties, ...branches.map((branch) => branch.properties ?? {}))
  const entries = Object.entries(properties as Record<string, Schema>)
  if (entries.length === 0) return text
  return Object.fromEntries(entries.map(([name, field]) => [name, fillFields(field, text)]))
}

export function* bodies(forms: readonly Form[], member: Member): Generator<Input> {
  const memberHeaders = { cookie: member.cookie, 'x-csrf-token': member.csrf, accept: 'application/json' }
  const json = { ...memberHeaders, 'content-type': 'application/json' }
  const form = { ...memberHeaders, 'content-type': 'application/x-www-form-urlencoded' }
  for (const { path, schema } of forms) {
    for (const unit of UNITS) {
      // Larger bodies than the call accepts are refused unread.
      for (const length of [250, 16_000, LONG_LENGTH]) {
        const body = JSON.stringify(fillFields(schema, repeatTo(unit, length)))
        if (Buffer.byteLength(body) > 1_048_576) continue
        yield {
          label: `${path} with ${length} × ${JSON.stringify(unit)} in its fields`,
          bytes: request(`POST ${path}`, json, body),
        }
      }
    }
  }
  const nestedJson: [string, string][] = [
    ['brackets', '['.repeat(LONG_LENGTH)],
    ['objects', '{"a":'.repeat(LONG_LENGTH / 5)],
    ['closed brackets', `${'['.repeat(LONG_LENGTH / 2)}${']'.repeat(LONG_LENGTH / 2)}`],
    ['a megabyte of brackets', '['.repeat(1_000_000)],
    ['a million keys', `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":0`).join()}}`],
    ['__proto__', `{${'"__proto__":{'.repeat(5_000)}`],
    ['escapes', `"${'\\u0000'.repeat(LONG_LENGTH / 6)}"`],
  ]
  for (const [label, body] of nestedJson) yield { label: `JSON: ${label}`, bytes: request('POST /login', json, body) }
  const oddForms: [string, string][] = [
    ['deep brackets', `a${'[b]'.repeat(LONG_LENGTH / 3)}=1`],
    ['open brackets', `a${'['.repeat(LONG_LENGTH)}=1`],
    ['many fields with one name', 'a[]=1&'.repeat(LONG_LENGTH / 6)],
    ['many fields', Array.from({ length: 12_000 }, (_, n) => `a${n}=1`).join('&')],
    ['many numbered fields', Array.from({ length: 8_000 }, (_, n) => `a[${n}]=1`).join('&')],
    ['ampersands', '&'.repeat(1_000_000)],
    ['percents', '%'.repeat(1_000_000)],
    ['plus signs', `email=${'+'.repeat(1_000_000)}`],
    ['half escapes', `email=${'%e9'.repeat(300_000)}`],
  ]
  for (const [label, body] of oddForms) yield { label: `form: ${label}`, bytes: request('POST /login', form, body) }
}

export function* richTexts(member: Member): Generator<Input> {
  const memberHeaders = { cookie: member.cookie, 'x-csrf-token': member.csrf, accept: 'application/json' }
  const save = (content: string) =>
    request(
      'POST /account/posts/save',
      { ...memberHeaders, 'content-type': 'application/json' },
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
    const depth = Math.floor(LONG_LENGTH / (tag.length + 2))
    yield { label: `rich text: <${tag}> nested`, bytes: save(`<${tag}>`.repeat(depth)) }
    const closed = `${`<${tag}>`.repeat(depth / 2)}x${`</${name}>`.repeat(depth / 2)}`
    yield { label: `rich text: <${tag}> nested and closed`, bytes: save(closed) }
  }
  // Texts below 10,000 characters are parsed inline, longer ones in a thread.
  for (const unit of UNITS) {
    for (const length of [9_900, 190_000]) {
      yield { label: `rich text of ${length} × ${JSON.stringify(unit)}`, bytes: save(repeatTo(unit, length)) }
    }
  }
}

export function* multiparts(member: Member): Generator<Input> {
  const memberHeaders = { cookie: member.cookie, 'x-csrf-token': member.csrf, accept: 'application/json' }
  const send = (label: string, body: string | Buffer, type = 'multipart/form-data; boundary=b'): Input => ({
    label: `multipart: ${label}`,
    bytes: request('POST /account/posts/save', { ...memberHeaders, 'content-type': type }, body),
  })
  const toPart = (lines: string, content = 'x') => `--b\r\n${lines}\r\n\r\n${content}\r\n`
  const fields =
    toPart('Content-Disposition: form-data; name="title"') +
    toPart('Content-Disposition: form-data; name="language"', 'en')
  const file = (name: string, content: string) =>
    `${fields}${toPart(`Content-Disposition: form-data; name="attachment"; filename="${name}"`, content)}--b--\r\n`
  for (const unit of UNITS) {
    const text = JSON.stringify(unit)
    for (const length of [16_000, 60_000, LONG_LENGTH]) {
      yield send(`a file name of ${length} × ${text}`, file(repeatTo(unit.replace(/["\r\n\0]/g, '_'), length), 'text'))
    }
    yield send(`a file of ${text}`, file('a.txt', repeatTo(unit, LONG_LENGTH)))
    yield send(`a file of csv and ${text}`, file('a.csv', `a;b\n${repeatTo(unit, LONG_LENGTH)}`))
    yield send(`a header of ${text}`, toPart(`Content-Disposition: form-data; name=${repeatTo(unit, LONG_LENGTH)}`))
    yield send(
      `a type of ${text}`,
      'x',
      `multipart/form-data; boundary=${repeatTo(unit.replace(/[^ -~]/g, '_'), 10_000)}`,
    )
  }
  for (const line of ['\r\n--', '\r\n-', '-', '\r\n', '--b', '\r\n--b', '--b\r\n', '--b\r\n\r\n', '--b\r\nx: y\r\n'])
    yield send(`lines of ${JSON.stringify(line)}`, repeatTo(line, 500_000))
  yield send('many parts', toPart('Content-Disposition: form-data; name="a"').repeat(10_000))
  yield send('many headers', toPart(repeatTo('x: y\r\n', LONG_LENGTH)))
}

/** A bank's text for the parsers of bank transactions, which no call uses yet. */
export type BankText = { label: string; text: string; kind: 'paste' | 'csv' }

/** Building blocks of banks' emails and files, and near misses. */
const BANK_UNITS = [
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

export function* bankTexts(): Generator<BankText> {
  for (const unit of [...UNITS, ...BANK_UNITS]) {
    for (const length of [16_000, LONG_LENGTH]) {
      for (const kind of ['paste', 'csv'] as const) {
        const label = `bank transactions from ${kind}: ${length} × ${JSON.stringify(unit)}`
        yield { label, text: repeatTo(unit, length), kind }
        const line = `11/20/2026${kind === 'csv' ? ',' : ' '}$1.00${kind === 'csv' ? ',' : ' from '}`
        const prefix = kind === 'csv' ? `Date,Amount,Description\n${line}` : line
        yield { label: `${label} after a bank transaction`, text: prefix + repeatTo(unit, length), kind }
      }
    }
  }
}
