import { expect, it } from 'vitest'
import { decodeText } from '#domain/text/decode-text.ts'
import { parseBankText } from './parse-bank-text.ts'
import { isOfx, readOfx } from './read-ofx.ts'

const today = '2026-11-23'
const header = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n'
const sgml = `${header}<OFX><SIGNONMSGSRSV1><SONRS><DTSERVER>20261121</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>000123456<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261121
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120120000.000[-5:EST]<TRNAMT>1234.56<FITID>F1<NAME>ANA &amp; LUIS REYES<MEMO>K7Q M2X
</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261120<TRNAMT>-20.00<FITID>F2<NAME>RENT
<STMTTRN><TRNTYPE>DEP<DTPOSTED>20261119<TRNAMT>+60<FITID>F3<CHECKNUM>1041<NAME>Deposit</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>someday<TRNAMT>5.00<FITID>F4</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261119<TRNAMT>much<FITID>F5</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>9.99<DTASOF>20261121</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><ACCTID>000123456</ACCTID></BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261120</DTPOSTED><TRNAMT>1,234.56</TRNAMT><FITID>F1</FITID>
<PAYEE><NAME>José &#x3C;Reyes&gt;</NAME><ADDR1>1 Main</ADDR1></PAYEE><MEMO><![CDATA[K7QM2X & more]]></MEMO></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const read = (text: string) => {
  const outcome = readOfx(text, today)
  if ('code' in outcome) throw new Error(outcome.code)
  return outcome
}

it('reads the credits of OFX 1, whose elements may lack end tags', () => {
  const { notices, skipped } = read(sgml)
  expect(notices).toMatchObject([
    {
      amountCents: 123456,
      date: '2026-11-20',
      payer: 'ANA & LUIS REYES',
      memo: 'K7Q M2X',
      bankId: '3456/F1',
      line: 10,
    },
    {
      amountCents: 6000,
      date: '2026-11-19',
      payer: 'Deposit',
      bankId: '3456/F3',
      source: expect.stringContaining('check 1041'),
    },
  ])
  expect(skipped.map(({ reason }) => reason)).toEqual(['debit', 'no_date', 'no_amount'])
})

it('reads OFX 2 with entities, CDATA and a payee of several elements', () => {
  expect(read(xml).notices).toMatchObject([
    { amountCents: 123456, date: '2026-11-20', payer: 'José <Reyes>', memo: 'K7QM2X & more', bankId: '3456/F1' },
  ])
})

it('is distinguished from a CSV file by its beginning, not by words in a heading', () => {
  expect(parseBankText(sgml, { today })).toMatchObject({ ok: true, origin: 'ofx' })
  expect(parseBankText(xml, { today, kind: 'ofx' })).toMatchObject({ ok: true, origin: 'ofx' })
  expect(parseBankText('Date,Amount\n11/20/2026,12.00\n', { today })).toMatchObject({ ok: true, origin: 'csv' })
  expect(parseBankText('nothing', { today, kind: 'ofx' })).toEqual({
    ok: false,
    refusal: { code: 'no_transactions_found' },
  })
  expect(isOfx(`x${' '.repeat(10_000)}<OFX>`)).toBe(false)
})

it('keeps numbers of two accounts apart', () => {
  const twoStatements = xml.replace('</OFX>', xml.slice(xml.indexOf('<OFX>') + 5).replace('000123456', '000129999'))
  expect(read(twoStatements).notices.map(({ bankId }) => bankId)).toEqual(['3456/F1', '9999/F1'])
})

it('decodes the character set named in the header', () => {
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  expect(decodeText(bytes(`${header}<NAME>Ren\xe9e`))).toContain('Renée')
  expect(decodeText(new TextEncoder().encode('<?OFX OFXHEADER="200"?><NAME>Renée'))).toContain('Renée')
  expect(decodeText(new TextEncoder().encode('a,Renée'))).toBe('a,Renée')
})

const MANY = 400_000
it.each([
  ['elements in elements', `<OFX>${'<STMTTRN><A>'.repeat(MANY)}`],
  ['end tags of nothing', `<OFX>${'</STMTTRN></A>'.repeat(MANY)}`],
  ['no end', `<OFX><STMTTRN><NAME>${'x'.repeat(4_900_000)}`],
  ['a tag without an end', `<OFX><${'x'.repeat(4_900_000)}`],
  ['entities', `<OFX><STMTTRN><NAME>${'&amp;'.repeat(900_000)}`],
  ['entities of nothing', `<OFX><STMTTRN><NAME>${'&x&#xfffffff;'.repeat(300_000)}`],
  ['attributes', `<OFX><STMTTRN ${'a="b" '.repeat(800_000)}`],
  ['comments', `<OFX>${'<!--'.repeat(1_000_000)}`],
  ['declarations', `<OFX>${'<!DOCTYPE x [<!ENTITY a "b">]>'.repeat(100_000)}`],
  ['one field over and over', `<OFX><STMTTRN>${'<MEMO>a</MEMO>'.repeat(300_000)}`],
])('reads a file of %s to its end, and imports nothing from it', (_, text) => {
  const outcome = readOfx(text, today)
  expect('code' in outcome || outcome.notices.length === 0).toBe(true)
})

it('rejects a file of ten megabytes, and one with too many credits', () => {
  expect(parseBankText(`<OFX>${'x'.repeat(10_000_000)}`, { today })).toMatchObject({ refusal: { code: 'too_long' } })
  const credit = '<STMTTRN><DTPOSTED>20261120<TRNAMT>1.00'
  expect(readOfx(`<OFX>${credit.repeat(20_001)}`, today)).toMatchObject({ code: 'too_many_transactions', max: 20_000 })
})
