import { parseZip } from './zip.ts'

/**
 * ZIP prefixes of each state, as the Postal Service assigns them; AA, AE and AP are the Armed Forces in the Americas,
 * in Europe and in the Pacific.
 */
const PREFIXES: Readonly<Record<string, string>> = {
  AA: '340',
  AE: '090-098',
  AL: '350-352 354-369',
  AK: '995-999',
  AP: '962-966',
  AZ: '850-853 855-857 859-860 863-865',
  AR: '716-729',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  DC: '200 202-205 569',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  GU: '969',
  HI: '967-968',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  IA: '500-516 520-528',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  ME: '039-049',
  MD: '206-212 214-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-551 553-567',
  MS: '386-397',
  MO: '630-631 633-641 644-658',
  MT: '590-599',
  NE: '680-681 683-693',
  NV: '889-891 893-895 897-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-875 877-884',
  NY: '005 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  PR: '006-007 009',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  VI: '008',
  UT: '840-847',
  VT: '050-054 056-059',
  VA: '201 220-246',
  WA: '980-986 988-994',
  WV: '247-268',
  WI: '530-532 534-535 537-549',
  WY: '820-831',
}

/** Border towns whose mail may be addressed to either state, and an island with another state's prefix. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  '03579': ['NH', 'ME'],
  '06390': ['NY'],
  '42223': ['KY', 'TN'],
  '59221': ['MT', 'ND'],
  '63673': ['MO', 'IL'],
  '71749': ['AR', 'LA'],
  '73949': ['OK', 'TX'],
  '81137': ['CO', 'NM'],
  '83414': ['WY', 'ID'],
  '84536': ['UT', 'AZ'],
  '86044': ['AZ', 'UT'],
  '86515': ['AZ', 'NM'],
  '88063': ['NM', 'TX'],
  '89439': ['NV', 'CA'],
  '97635': ['OR', 'CA'],
}

const stateByPrefix = new Map<string, string>()
for (const [state, ranges] of Object.entries(PREFIXES)) {
  for (const range of ranges.split(' ')) {
    const [first, last = first] = range.split('-')
    for (let prefix = Number(first); prefix <= Number(last); prefix++) {
      stateByPrefix.set(String(prefix).padStart(3, '0'), state)
    }
  }
}

/**
 * The state in which an address is taxed: the stated one, unless its ZIP is in another, because the parcel goes where
 * the ZIP says (docs/decisions/0039). Unknown states and ZIPs are left to validation.
 */
export function findTaxState({ state, zip }: { state: string; zip: string }): string {
  const borderStates = EXCEPTIONS[zip]
  if (borderStates?.includes(state) || !Object.hasOwn(PREFIXES, state)) return state
  return borderStates?.[0] ?? stateByPrefix.get(zip.slice(0, 3)) ?? state
}

/**
 * The state of a ZIP if it differs from the address's, for a hint in the form: "ZIP 90210 is in California." Undefined
 * if they match, or if the state or the ZIP is unknown.
 */
export function findConflictingState({ state, zip }: { state: string; zip: string }): string | undefined {
  const zipDigits = parseZip(zip)
  const zipState = zipDigits === undefined ? state : findTaxState({ state, zip: zipDigits })
  return zipState === state ? undefined : zipState
}
