/**
 * A licence number as it is compared: capitals and digits alone, without the spaces, dashes and signs that people put
 * between them or in front. Two numbers of one state are the same licence if and only if this is the same.
 */
export const licenceNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
