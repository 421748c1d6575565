import { expect, it } from 'vitest'
import { detectOtherFormat } from './other-format.ts'

it.each([
  ['PK\u0003\u0004\u0014\u0000', 'an Excel workbook (XLSX)'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1', 'an Excel workbook (XLS)'],
  ['%PDF-1.7\n', 'a PDF file'],
  ['<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">', 'a CAMT (ISO 20022) file'],
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">', 'an ISO 20022 file'],
  ['!Type:Bank\nD11/26/2026\nT137.79\n^', 'a QIF file'],
  ['!Account\nNChecking\n^\n!Type:Bank\n', 'a QIF file'],
  [':20:STATEMENT\n:25:12345/678\n:28C:1/1\n:60F:C261125USD1,00\n:61:2611261126C137,79NMSC', 'an MT940 file'],
  ['{1:F01BANKUS33AXXX}{2:O940}{4:\r\n:20:X\r\n:25:1\r\n:61:2611261126C1,', 'an MT940 file'],
  ['01,122099999,123456789,040621,0200,1,65,,2/\n02,031001234,122099999,1,040620,2359,USD,2/\n', 'a BAI2 file'],
  ['<!DOCTYPE html><html>', 'a web page'],
  ['[{"date":"2026-11-26"}]', 'a JSON file'],
])('names the format of %j', (text, format) => {
  expect(detectOtherFormat(text)).toBe(format)
})

it.each([
  'Date,Description,Amount\n11/26/2026,ZELLE FROM SAM,1.00',
  'OFXHEADER:100\n<OFX>',
  'You received $1.00 from A',
  '',
])('does not mistake %j for another format', (text) => {
  expect(detectOtherFormat(text)).toBeUndefined()
})
