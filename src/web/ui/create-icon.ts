import { createElement, type SVGProps } from 'react'
import { cx } from './cx.ts'

type IconData = { node: readonly [tag: string, attributes: Record<string, string>][] }
type IconProps = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Replaces the function of the same purpose in lucide-react when the shop is built (`leanIcons` in vite.config.ts), whose
 * contexts and options no icon uses. An icon without a label is hidden from assistive technology.
 */
export default function createIcon({ node }: IconData) {
  return ({ size = 24, className, ...attributes }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': attributes['aria-label'] ? undefined : true,
        className: cx('lucide', className),
        ...attributes,
      },
      node.map(([tag, shape]) => createElement(tag, shape)),
    )
}
