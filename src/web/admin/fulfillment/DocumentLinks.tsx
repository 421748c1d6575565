import Printer from 'lucide-react/icons/printer'
import { buttonClass } from '../ui/compact.ts'

type DocumentLinksProps = { links: readonly { label: string; href: string }[] }

/** Links to a shipment's documents; opens them in a new tab to keep the current position. */
export const DocumentLinks = ({ links }: DocumentLinksProps) => (
  <div className="grid gap-2 sm:grid-cols-2">
    {links.map(({ label, href }) => (
      <a
        key={label}
        href={href}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('secondary', 'max-sm:min-h-12')}
      >
        <Printer size={17} aria-hidden />
        {label}
      </a>
    ))}
  </div>
)
