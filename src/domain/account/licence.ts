/**
 * Normalizes a licence number for comparison: capital letters and digits alone, without the spaces, dashes and signs
 * that people put between or before them. Two numbers of one state are the same licence if and only if this is equal.
 */
export const licenceNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
