import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const itemClass =
  'flex min-h-9 cursor-default items-center gap-2 rounded-field px-3 text-note outline-none select-none pointer-coarse:min-h-11 ' +
  'data-highlighted:bg-sunken data-disabled:text-muted'

/** A button that opens a menu; `trigger` is the button. */
export const Menu = ({ trigger, children }: { trigger: ReactElement; children: ReactNode }) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={6} align="end" className="z-50">
        <Base.Popup className="floating max-h-(--available-height) min-w-44 overflow-y-auto p-1 outline-none">
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

type ItemProps = { onSelect: () => void; disabled?: boolean; danger?: boolean; children: ReactNode }
export const MenuItem = ({ onSelect, disabled = false, danger, children }: ItemProps) => (
  <Base.Item onClick={onSelect} disabled={disabled} className={cx(itemClass, danger && 'text-danger')}>
    {children}
  </Base.Item>
)

export const MenuLink = ({ href, download, children }: { href: string; download?: boolean; children: ReactNode }) => (
  <Base.LinkItem
    className={itemClass}
    render={<a href={href} {...(download ? { download: '' } : { target: '_blank', rel: 'noreferrer' })} />}
  >
    {children}
  </Base.LinkItem>
)

type ChoiceProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }
export const MenuChoice = ({ checked, onChange, children }: ChoiceProps) => (
  <Base.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick={false} className={itemClass}>
    <span className="grid size-4 place-items-center">
      <Base.CheckboxItemIndicator>
        <Check size={16} aria-hidden />
      </Base.CheckboxItemIndicator>
    </span>
    {children}
  </Base.CheckboxItem>
)
