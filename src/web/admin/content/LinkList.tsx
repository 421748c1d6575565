import { pagePaths } from '#contract/paths.ts'
import { TextField } from '#web/ui/fields.tsx'
import { ListError } from '../products/editor/ListError.tsx'
import { Button } from '../ui/Button.tsx'
import { DragHandle } from '../ui/MoveButtons.tsx'
import { ItemActions } from './ItemActions.tsx'
import { useItems } from './use-items.ts'

export type EditedLink = { label: string; link: string }

type LinkListProps = {
  /** Names the list for screen readers. */
  label: string
  /** Path of the list in the body. */
  name: string
  /** Name of an item, such as “button”. */
  itemName: string
  links: readonly EditedLink[]
  onChange: (links: EditedLink[]) => void
}

/** Links in their order, each with its label. */
export function LinkList({ label, name, itemName, links, onChange }: LinkListProps) {
  const items = useItems(links, onChange)
  return (
    <div className="grid gap-3">
      <ListError name={name} />
      {links.length > 0 && (
        <ol aria-label={label} className="grid gap-3">
          {links.map((link, index) => (
            <li
              key={items.keyOf(link)}
              {...items.rowProps(index)}
              className="flex items-start gap-2 data-dragged:opacity-50 max-sm:border-t max-sm:border-hairline max-sm:pt-3"
            >
              {links.length > 1 && (
                <span className="pt-8 max-sm:hidden">
                  <DragHandle {...items.handleProps(index)} />
                </span>
              )}
              <div className="grid flex-1 gap-3 sm:grid-cols-[1fr_2fr]">
                <TextField
                  name={`${name}.${index}.label`}
                  label="Label"
                  maxLength={60}
                  value={link.label}
                  onChange={({ target }) => items.change(link, { ...link, label: target.value })}
                />
                <TextField
                  name={`${name}.${index}.link`}
                  label="Link"
                  placeholder={pagePaths.packages}
                  value={link.link}
                  onChange={({ target }) => items.change(link, { ...link, link: target.value })}
                />
              </div>
              <ItemActions
                name={link.label || `${itemName} ${index + 1}`}
                index={index}
                count={links.length}
                move={items.move}
                onRemove={() => items.remove(link)}
              />
            </li>
          ))}
        </ol>
      )}
      <Button className="justify-self-start" onClick={() => items.add({ label: '', link: '' })}>
        Add {itemName}
      </Button>
    </div>
  )
}
