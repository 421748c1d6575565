/**
 * `4,035`; negative numbers have a real minus sign. Does not use `Intl`: every page would wait for its data, a tenth of
 * a second on a phone.
 */
export function formatWhole(value: number): string {
  const digits = String(Math.abs(value))
  const first = digits.length % 3 || 3
  const groups = [digits.slice(0, first)]
  for (let position = first; position < digits.length; position += 3) groups.push(digits.slice(position, position + 3))
  return `${value < 0 ? '−' : ''}${groups.join(',')}`
}
