import Close from 'lucide-react/icons/x'
import { useState } from 'react'
import { MAX_FAMILY_MEMBERS, type ManagedFamily } from '#contract/catalog/families.ts'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { adminQuery } from '../../api/query.ts'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../../api/use-expected-version.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConcurrentChanges } from '../../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { DragHandle, MoveButtons } from '../../ui/MoveButtons.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { splitValues } from './family-values.ts'
import { ProductSearch } from './ProductSearch.tsx'
import type { ManagedProduct } from './product-draft.ts'

type DialogProps = { product: ManagedProduct; family: ManagedFamily | undefined; onClose: () => void }

/** `product_id` is null for a copy that saving adds. */
type Row = { key: string; product_id: number | null; name: string; option_value: string; swatch: string | null }

const DEFAULT_SWATCH = '#888888'

/** Makes or edits a family: its members, their order, and what sets each apart. */
export function FamilyDialog({ product, family, onClose }: DialogProps) {
  const [initial] = useState(() => toRows(product, family))
  const [rows, setRows] = useState(initial)
  const [name, setName] = useState(family?.name ?? product.name)
  const [optionName, setOptionName] = useState(family?.option_name ?? 'Shade')
  const [canonicalId, setCanonicalId] = useState(family?.canonical_id ?? product.product_id)
  const [values, setValues] = useState('')
  const [publishesNew, setPublishesNew] = useState(false)
  const shown = family ?? { version: '', name: '', option_name: '', members: [] }
  const { opened, latest, sendExpected } = useExpectedVersion(shown)
  const options = {
    hideErrorToast: true,
    successMessage: `${name} saved.`,
    answers: ({ family_id }: ManagedFamily) => adminQuery('managedFamily', { params: { family_id } }).queryKey,
  }
  const add = useAdminMutation('addFamily', options)
  const save = useAdminMutation('saveFamily', options)
  const reorder = useReorder(rows, setRows)
  const update = (key: string, change: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const addValues = (before: readonly Row[]): Row[] => [
    ...before,
    ...splitValues(
      values,
      before.map(({ option_value }) => option_value),
    ).map((value) => ({ key: `new ${value}`, product_id: null, name: 'New', option_value: value, swatch: null })),
  ]

  function submit() {
    // Values that were typed and not added yet count.
    const members = addValues(rows)
    setRows(members)
    setValues('')
    const body = {
      ...{ name, option_name: optionName },
      members: members.map(({ product_id, option_value, swatch }) => ({ product_id, option_value, swatch })),
      canonical: Math.max(
        members.findIndex(({ product_id }) => product_id === canonicalId),
        members.findIndex(({ product_id }) => product_id !== null),
        0,
      ),
      publish_new: publishesNew,
    }
    return family
      ? sendExpected((expected_version) =>
          save.mutateAsync({ params: { family_id: family.family_id }, body: { ...body, expected_version } }),
        )
      : add.mutateAsync({ body })
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={family ? 'Edit family' : 'Make a family'}
      variant="drawer"
      submit="Save"
      isChanged={rows !== initial}
      onSubmit={submit}
    >
      <div className="grid gap-5">
        <ConcurrentChanges opened={opened} latest={latest} facts={describe} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="name"
            label="Family name"
            maxLength={255}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            name="option_name"
            label="Differs in"
            maxLength={100}
            value={optionName}
            onChange={({ target }) => setOptionName(target.value)}
          />
        </div>
        <ol aria-label="Members" className="divide-y divide-hairline">
          {rows.map((row, index) => {
            const title = row.option_value || row.name
            return (
              <li key={row.key} {...reorder.rowProps(index)} className="grid gap-2 py-3 data-dragged:opacity-50">
                <div className="flex min-w-0 items-center gap-2">
                  {rows.length > 1 && <DragHandle {...reorder.handleProps(index)} />}
                  <span className="min-w-0 flex-1 truncate text-small text-muted">{row.name}</span>
                  <MoveButtons name={title} index={index} count={rows.length} move={reorder.move} />
                  {rows.length > 1 && (
                    <IconButton
                      label={`Remove ${title}`}
                      onClick={() => setRows(rows.filter((other) => other !== row))}
                    >
                      <Close size={16} aria-hidden />
                    </IconButton>
                  )}
                </div>
                <TextField
                  name={`members.${index}.option_value`}
                  label={optionName || 'Option'}
                  maxLength={100}
                  value={row.option_value}
                  onChange={({ target }) => update(row.key, { option_value: target.value })}
                />
                <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
                  <label className="tap-target flex items-center gap-2">
                    <input
                      type="checkbox"
                      checked={row.swatch !== null}
                      onChange={({ target }) => update(row.key, { swatch: target.checked ? DEFAULT_SWATCH : null })}
                    />
                    Swatch
                  </label>
                  {row.swatch !== null && (
                    <input
                      type="color"
                      aria-label={`Color of ${title}`}
                      className="h-9 w-14"
                      value={row.swatch}
                      onChange={({ target }) => update(row.key, { swatch: target.value.toLowerCase() })}
                    />
                  )}
                  {row.product_id !== null && (
                    <label className="tap-target flex items-center gap-2">
                      <input
                        type="radio"
                        name="canonical"
                        className="size-4 shrink-0 accent-ink pointer-coarse:size-5"
                        checked={row.product_id === canonicalId}
                        onChange={() => setCanonicalId(row.product_id ?? canonicalId)}
                      />
                      Main product
                    </label>
                  )}
                </div>
              </li>
            )
          })}
        </ol>
        {rows.length < MAX_FAMILY_MEMBERS && (
          <>
            <div className="grid justify-items-start gap-2">
              <TextArea
                label="New values"
                optional
                rows={2}
                className="w-full"
                hint="Separate them by commas or lines. Each becomes a copy of the main product."
                value={values}
                onChange={({ target }) => setValues(target.value)}
              />
              <Button
                disabled={values.trim() === ''}
                onClick={() => {
                  setRows(addValues(rows))
                  setValues('')
                }}
              >
                Add values
              </Button>
              <Checkbox
                label="Publish new products with the main product"
                checked={publishesNew}
                onChange={({ currentTarget }) => setPublishesNew(currentTarget.checked)}
              />
            </div>
            <div className="grid gap-1.5">
              <span aria-hidden className="text-small font-[560]">
                Add an existing product
              </span>
              <ProductSearch
                label="Add an existing product"
                includesHidden
                excluded={rows.flatMap(({ product_id }) => product_id ?? [])}
                onSelect={({ id, name: found }) =>
                  setRows([...rows, { key: String(id), product_id: id, name: found, option_value: '', swatch: null }])
                }
              />
            </div>
          </>
        )}
      </div>
    </FormDialog>
  )
}

/** Removes the family and keeps its products. */
export function DissolveDialog({ family, onClose }: { family: ManagedFamily; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(family)
  const dissolve = useAdminMutation('dissolveFamily', {
    hideErrorToast: true,
    successMessage: `${family.name} dissolved.`,
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Dissolve this family?"
      submit="Dissolve"
      danger
      focusSubmit
      onSubmit={() =>
        sendExpected((expected_version) =>
          dissolve.mutateAsync({ params: { family_id: family.family_id }, body: { expected_version } }),
        )
      }
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={describe} />
      <p>Its {family.members.length} products stay as they are, without their swatches and option values.</p>
    </FormDialog>
  )
}

const describe = ({ name, option_name, members }: Pick<ManagedFamily, 'name' | 'option_name' | 'members'>) => ({
  'Family name': name,
  'Differs in': option_name,
  Members: members.map(({ option_value }) => option_value).join(', '),
})

const toRows = (product: ManagedProduct, family: ManagedFamily | undefined): Row[] =>
  family
    ? family.members.map(({ product_id, name, option_value, swatch }) => ({
        ...{ key: String(product_id), product_id, name, option_value, swatch },
      }))
    : [
        {
          ...{ key: String(product.product_id), product_id: product.product_id, name: product.name },
          ...{ option_value: product.fields.option_value, swatch: product.fields.swatch },
        },
      ]
