/** Names an option within a sentence: `shade`, but `SPF`. */
const lowerCase = (optionName: string): string =>
  optionName === optionName.toUpperCase() ? optionName : optionName.charAt(0).toLowerCase() + optionName.slice(1)

const pluralOf = (noun: string): string =>
  /[^aeiou]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : /(?:s|x|z|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`

/** `5 shades` */
export const countOptions = (optionName: string, count: number): string =>
  `${count} ${count === 1 ? lowerCase(optionName) : pluralOf(lowerCase(optionName))}`

/** `a shade` */
export const oneOption = (optionName: string): string =>
  `${/^[aeiou]/i.test(optionName) ? 'an' : 'a'} ${lowerCase(optionName)}`
