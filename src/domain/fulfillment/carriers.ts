/** Parcel carriers; `trackingUrl` takes a number that is already URL-encoded. */
const carriers = {
  ups: { name: 'UPS', trackingUrl: (number: string) => `https://www.ups.com/track?tracknum=${number}` },
  usps: {
    name: 'USPS',
    trackingUrl: (number: string) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  fedex: { name: 'FedEx', trackingUrl: (number: string) => `https://www.fedex.com/fedextrack/?trknbr=${number}` },
  dhl: {
    name: 'DHL',
    trackingUrl: (number: string) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${number}`,
  },
  other: { name: 'Other carrier', trackingUrl: undefined },
} as const

export type Carrier = keyof typeof carriers
export const carrierCodes = Object.keys(carriers) as [Carrier, ...Carrier[]]
export const carrierName = (carrier: Carrier): string => carriers[carrier].name

/** The maximum length that is stored. */
const MAX_TRACKING_NUMBER_LENGTH = 40

/** A tracking number without the spaces and hyphens that labels print; undefined if it cannot be one. */
export function parseTrackingNumber(text: string): string | undefined {
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z0-9]+$/.test(number) && number.length <= MAX_TRACKING_NUMBER_LENGTH ? number : undefined
}

/** The carrier's tracking page of a parcel; undefined without a number, or for an unknown carrier. */
export const trackingUrl = (carrier: Carrier | null, number: string): string | undefined =>
  carrier === null || number === '' ? undefined : carriers[carrier].trackingUrl?.(encodeURIComponent(number))

/** Number formats published by the carriers; the first match wins. Twelve digits are FedEx's, ten are DHL's. */
const numberFormats: readonly [Carrier, RegExp][] = [
  ['ups', /^1Z[A-Z0-9]{16}$/],
  ['usps', /^(?:9[1-5]\d{18,24}|420\d{5}(?:\d{4})?9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/],
  ['fedex', /^(?:\d{12}|\d{15}|96\d{20})$/],
  ['dhl', /^(?:\d{10}|JJD\d{12,20}|[A-Z]{2}\d{9}DE)$/],
]

/** The likely carrier of a number: a suggestion, since some formats are used by more than one carrier. */
export const guessCarrier = (number: string): Carrier | undefined =>
  numberFormats.find(([, format]) => format.test(parseTrackingNumber(number) ?? ''))?.[0]
