type Step = 0 | 25 | 50 | 75 | 100
type Focus = { x: Step; y: Step }

/* Literal, so that the stylesheet contains them: pages allow no inline styles. */
const phone = {
  x: {
    0: '[--focus-x:0%]',
    25: '[--focus-x:25%]',
    50: '[--focus-x:50%]',
    75: '[--focus-x:75%]',
    100: '[--focus-x:100%]',
  },
  y: {
    0: '[--focus-y:0%]',
    25: '[--focus-y:25%]',
    50: '[--focus-y:50%]',
    75: '[--focus-y:75%]',
    100: '[--focus-y:100%]',
  },
} as const
const desktop = {
  x: {
    0: 'lg:[--focus-x:0%]',
    25: 'lg:[--focus-x:25%]',
    50: 'lg:[--focus-x:50%]',
    75: 'lg:[--focus-x:75%]',
    100: 'lg:[--focus-x:100%]',
  },
  y: {
    0: 'lg:[--focus-y:0%]',
    25: 'lg:[--focus-y:25%]',
    50: 'lg:[--focus-y:50%]',
    75: 'lg:[--focus-y:75%]',
    100: 'lg:[--focus-y:100%]',
  },
} as const

/** Classes that keep these points of a cropped picture in view. */
export const focusClass = (focus: Focus, phoneFocus: Focus): string =>
  [
    'object-[var(--focus-x)_var(--focus-y)]',
    phone.x[phoneFocus.x],
    phone.y[phoneFocus.y],
    focus.x === phoneFocus.x ? '' : desktop.x[focus.x],
    focus.y === phoneFocus.y ? '' : desktop.y[focus.y],
  ]
    .filter(Boolean)
    .join(' ')
