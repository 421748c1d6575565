import { useQuery } from '@tanstack/react-query'
import Close from 'lucide-react/icons/x'
import type { PageBlock } from '#contract/content/page.ts'
import { RichTextField } from '#web/rich-text/RichTextField.tsx'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { adminQuery } from '../api/query.ts'
import { ListError } from '../products/editor/ListError.tsx'
import { ProductSearch } from '../products/editor/ProductSearch.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { MoveButtons } from '../ui/MoveButtons.tsx'
import { moveItem } from '../ui/use-reorder.ts'
import { ItemActions, type ItemActionsProps } from './ItemActions.tsx'
import { LinkList } from './LinkList.tsx'
import { PictureField } from './PictureField.tsx'
import { uploadPicture } from './upload-picture.ts'
import { useItems } from './use-items.ts'

type BlockOf<Type extends PageBlock['type']> = Extract<PageBlock, { type: Type }>
type FieldsProps<Block extends PageBlock> = {
  block: Block
  /** Path of the block in the body. */
  name: string
  onChange: (block: Block) => void
}
type BlockFieldsProps = FieldsProps<PageBlock> & {
  errors: Record<string, string>
  onWaiting: (isWaiting: boolean) => void
}

/** The fields of a block. */
export function BlockFields({ block, name, errors, onChange, onWaiting }: BlockFieldsProps) {
  switch (block.type) {
    case 'text':
      return (
        <RichTextField
          label={<span className="sr-only">Text</span>}
          initial={block.html}
          onChange={(html) => onChange({ ...block, html })}
          onWaiting={onWaiting}
          upload={uploadPicture}
          language="en"
          error={errors[`${name}.html`]}
        />
      )
    case 'picture':
      return (
        <PictureField
          name={name}
          picture={block}
          error={errors[`${name}.src`]}
          onChange={(changes) => onChange({ ...block, ...changes })}
          onWaiting={onWaiting}
        />
      )
    case 'steps':
      return <StepsFields block={block} name={name} onChange={onChange} />
    case 'buttons':
      return (
        <LinkList
          label="Buttons"
          name={`${name}.buttons`}
          itemName="button"
          links={block.buttons}
          onChange={(buttons) => onChange({ ...block, buttons })}
        />
      )
    case 'products':
      return <ProductsFields block={block} name={name} onChange={onChange} />
    case 'questions':
      return <QuestionsFields block={block} name={name} onChange={onChange} />
    case 'counter':
      return <p className="text-muted">Address, hours, phone and email come from the settings.</p>
    case 'contact_form':
      return <HeadingField block={block} name={name} onChange={onChange} />
  }
}

const HeadingField = <Block extends Extract<PageBlock, { heading: string }>>({
  block,
  name,
  onChange,
}: FieldsProps<Block>) => (
  <TextField
    name={`${name}.heading`}
    label="Heading"
    optional
    maxLength={120}
    value={block.heading}
    onChange={({ target }) => onChange({ ...block, heading: target.value })}
  />
)

function StepsFields({ block, name, onChange }: FieldsProps<BlockOf<'steps'>>) {
  const items = useItems(block.steps, (steps) => onChange({ ...block, steps }))
  return (
    <div className="grid grid-cols-1 gap-3">
      <HeadingField block={block} name={name} onChange={onChange} />
      <Checkbox
        label="Numbered steps"
        hint="Otherwise short facts next to each other."
        checked={block.numbered}
        onChange={({ target }) => onChange({ ...block, numbered: target.checked })}
      />
      <ListError name={`${name}.steps`} />
      <ol aria-label="Items" className="grid grid-cols-1 gap-3">
        {block.steps.map((step, index) => (
          <li
            key={items.keyOf(step)}
            className="grid grid-cols-1 gap-3 border-t border-hairline pt-3 sm:grid-cols-[1fr_2fr_auto]"
          >
            <TextField
              name={`${name}.steps.${index}.title`}
              label="Title"
              maxLength={120}
              value={step.title}
              onChange={({ target }) => items.change(step, { ...step, title: target.value })}
            />
            <TextArea
              name={`${name}.steps.${index}.text`}
              label="Text"
              rows={2}
              maxLength={1000}
              value={step.text}
              onChange={({ target }) => items.change(step, { ...step, text: target.value })}
            />
            <ItemActions
              name={`item ${index + 1}`}
              index={index}
              count={block.steps.length}
              move={items.move}
              onRemove={() => items.remove(step)}
            />
          </li>
        ))}
      </ol>
      <Button className="justify-self-start" onClick={() => items.add({ title: '', text: '' })}>
        Add item
      </Button>
    </div>
  )
}

const ProductsFields = ({ block, name, onChange }: FieldsProps<BlockOf<'products'>>) => (
  <div className="grid grid-cols-1 gap-3">
    <HeadingField block={block} name={name} onChange={onChange} />
    <ChosenProducts
      name={`${name}.product_ids`}
      ids={block.product_ids}
      onChange={(product_ids) => onChange({ ...block, product_ids })}
    />
  </div>
)

type ChosenProductsProps = { name: string; ids: readonly number[]; onChange: (ids: number[]) => void }

/** Products that staff chose, in their order. */
export function ChosenProducts({ name, ids, onChange }: ChosenProductsProps) {
  const move = (from: number, to: number) => onChange(moveItem(ids, from, to))
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListError name={name} />
      {ids.length > 0 && (
        <ol aria-label="Products" className="divide-y divide-hairline">
          {ids.map((id, index) => (
            <ProductItem
              key={id}
              id={id}
              index={index}
              count={ids.length}
              move={move}
              onRemove={() => onChange(ids.filter((other) => other !== id))}
            />
          ))}
        </ol>
      )}
      <ProductSearch label="Add a product" excluded={ids} onSelect={({ id }) => onChange([...ids, id])} />
    </div>
  )
}

function ProductItem({ id, ...actions }: Omit<ItemActionsProps, 'name'> & { id: number }) {
  const { data: product } = useQuery(adminQuery('managedProduct', { params: { product_id: id } }))
  const name = product?.name ?? `Product ${id}`
  return (
    <li className="flex items-center gap-3 py-1">
      <span className="min-w-0 flex-1">
        {name}
        {product?.url === null && <span className="text-small text-muted"> Not shown, because it isn’t for sale.</span>}
      </span>
      <MoveButtons name={name} index={actions.index} count={actions.count} move={actions.move} />
      <IconButton label={`Remove ${name}`} onClick={actions.onRemove}>
        <Close size={16} aria-hidden />
      </IconButton>
    </li>
  )
}

function QuestionsFields({ block, name, onChange }: FieldsProps<BlockOf<'questions'>>) {
  const { data: faqs } = useQuery(adminQuery('contentDocument', { params: { document: 'faqs' } }))
  const questions = faqs?.content.kind === 'faqs' ? faqs.content.body.questions : []
  const topics = new Set([...questions.map(({ topic }) => topic), ...(block.topic ? [block.topic] : [])])
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <HeadingField block={block} name={name} onChange={onChange} />
      <Select
        name={`${name}.topic`}
        label="Topic"
        value={block.topic}
        onChange={({ target }) => onChange({ ...block, topic: target.value })}
      >
        <option value="">All questions</option>
        {[...topics].map((topic) => (
          <option key={topic} value={topic}>
            {topic}
          </option>
        ))}
      </Select>
    </div>
  )
}
