import drawing from './wordmark.svg?no-inline'

/**
 * The shop's wordmark; the first "o" is a hand mirror. The outlines are in a separate file that inherits its colors
 * from here, because they would outweigh any other part of a page's script.
 */
export const Wordmark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 1110 194" width="150" height="26" className={className} aria-hidden="true">
    <use href={`${drawing}#wordmark`} />
  </svg>
)
