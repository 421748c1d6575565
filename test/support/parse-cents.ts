/** Parses the first amount in text such as `−$1,204.50`, in cents. */
export function parseCents(text: string): number {
  const [, sign, amount = ''] = /([+−]?)\$([\d,]+\.\d\d)/.exec(text) ?? []
  return Number(amount.replace(/[,.]/g, '')) * (sign === '−' ? -1 : 1)
}
