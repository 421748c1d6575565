import Close from 'lucide-react/icons/x'
import type { PageBlock } from '#contract/content/page.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { DragHandle, MoveButtons } from '../ui/MoveButtons.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty } from '../ui/states.tsx'
import { BlockFields } from './BlockFields.tsx'
import { blockNames, newBlocks } from './block-labels.ts'
import { useItems } from './use-items.ts'

export type BlockListProps = {
  blocks: readonly PageBlock[]
  errors: Record<string, string>
  onChange: (blocks: PageBlock[]) => void
  onWaiting: (part: string, isWaiting: boolean) => void
}

/** The blocks of a page, in their order. */
export function BlockList({ blocks, errors, onChange, onWaiting }: BlockListProps) {
  const items = useItems(blocks, onChange)
  return (
    <Section title="Blocks" note={blocks.length > 0 && String(blocks.length)}>
      <div className="grid gap-4 pt-3">
        {errors.blocks && <p className="text-small text-danger">{errors.blocks}</p>}
        {blocks.length === 0 ? (
          <Empty title="No blocks yet">Add a text, pictures, products or questions.</Empty>
        ) : (
          <ol aria-label="Blocks" className="grid grid-cols-1 gap-4">
            {blocks.map((block, index) => {
              const key = items.keyOf(block)
              const name = `${blockNames[block.type]} ${index + 1}`
              return (
                <li
                  key={key}
                  {...items.rowProps(index)}
                  aria-label={name}
                  className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-hairline p-4 data-dragged:opacity-50"
                >
                  <div className="flex flex-wrap items-center gap-2">
                    {blocks.length > 1 && <DragHandle {...items.handleProps(index)} />}
                    <h3 className="mr-auto font-[560]">{blockNames[block.type]}</h3>
                    <MoveButtons name={name} index={index} count={blocks.length} move={items.move} />
                    <IconButton label={`Remove ${name}`} onClick={() => items.remove(block)}>
                      <Close size={16} aria-hidden />
                    </IconButton>
                  </div>
                  <BlockFields
                    block={block}
                    name={`blocks.${index}`}
                    errors={errors}
                    onChange={(changed) => items.change(block, changed)}
                    onWaiting={(isWaiting) => onWaiting(String(key), isWaiting)}
                  />
                </li>
              )
            })}
          </ol>
        )}
        <div>
          <Menu trigger={<Button>Add block</Button>}>
            {newBlocks.map((block) => (
              <MenuItem key={block.type} onSelect={() => items.add(structuredClone(block))}>
                {blockNames[block.type]}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
    </Section>
  )
}
