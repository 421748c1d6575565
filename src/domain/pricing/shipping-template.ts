import { type Cents, cents } from '#domain/money/money.ts'

export type TemplateRate = { method: 'ground' | 'express' | 'air'; baseCents: Cents; perPoundCents: Cents }
export type TemplateZone = { code: string; name: string; prefixes: string[]; rates: TemplateRate[] }

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
/** The regions of the first digit of a ZIP that border on each other. */
const neighbors: Record<string, string> = {
  0: '1',
  1: '024',
  2: '134',
  3: '247',
  4: '12356',
  5: '468',
  6: '4578',
  7: '368',
  8: '5679',
  9: '8',
}
/** Alaska, Hawaii, the territories and military post. */
const remote =
  '006 007 008 009 090 091 092 093 094 095 096 097 098 340 962 963 964 965 966 967 968 969 995 996 997 998 999'.split(
    ' ',
  )

const rate = (method: TemplateRate['method'], base: number, perPound: number): TemplateRate => ({
  method,
  baseCents: cents(base),
  perPoundCents: cents(perPound),
})

/** One price for every ZIP. */
export const createFlatRate = (priceCents: Cents): TemplateZone[] => [
  {
    code: 'everywhere',
    name: 'Everywhere',
    prefixes: DIGITS,
    rates: [{ method: 'ground', baseCents: priceCents, perPoundCents: cents(0) }],
  },
]

/** Zones by distance from the ZIP that orders are shipped from, with amounts to start from. */
export function createDistanceZones(zip: string): TemplateZone[] {
  const [own = ''] = zip
  const bordering = neighbors[own] ?? ''
  const local = zip.slice(0, 3)
  return [
    {
      code: 'local',
      name: 'Local',
      prefixes: [local],
      rates: [rate('ground', 695, 35), rate('express', 1495, 90)],
    },
    { code: 'near', name: 'Near', prefixes: [own], rates: [rate('ground', 795, 45), rate('express', 1795, 120)] },
    {
      code: 'bordering',
      name: 'Neighboring regions',
      prefixes: DIGITS.filter((digit) => bordering.includes(digit)),
      rates: [rate('ground', 995, 75), rate('express', 2495, 195)],
    },
    {
      code: 'far',
      name: 'Farther away',
      prefixes: DIGITS.filter((digit) => digit !== own && !bordering.includes(digit)),
      rates: [rate('ground', 1195, 95), rate('express', 2995, 240)],
    },
    {
      code: 'remote',
      name: 'Alaska, Hawaii and territories',
      prefixes: remote.filter((prefix) => prefix !== local),
      rates: [rate('air', 2495, 310)],
    },
  ]
}
