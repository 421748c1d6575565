import {
  addCategoryCall,
  type CategoryTree,
  type ManagedCategory,
  mergeCategoryCall,
} from '#contract/catalog/categories.ts'
import { toSlug } from '#domain/text/slug.ts'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { CategoryPicture } from './CategoryPicture.tsx'
import { categoryFacts, countLabel, toBranches } from './category-labels.ts'

type CategoryDialogProps = { category: ManagedCategory | undefined; tree: CategoryTree; onClose: () => void }

export function CategoryDialog({ category, tree, onClose }: CategoryDialogProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(tree)
  const add = useAdminMutation('addCategory', { hideErrorToast: true, successMessage: 'Category added.' })
  const save = useAdminMutation('saveCategory', { hideErrorToast: true, successMessage: 'Category saved.' })
  const form = useAdminForm({
    call: addCategoryCall,
    fields: {
      name: category?.name ?? '',
      slug: category?.slug ?? '',
      parent_id: String(category?.parent_id ?? ''),
      picture: category?.picture?.src ?? '',
      picture_alt: category?.picture?.alt ?? '',
    },
    body: ({ name, slug, parent_id, picture, picture_alt }) => ({
      ...{ name, slug, expected_version: opened.version },
      parent_id: parent_id === '' ? null : Number(parent_id),
      picture: picture === '' ? null : { src: picture, alt: picture_alt },
    }),
    send: (fields) =>
      sendExpected((expected_version) => {
        const body = { ...fields, expected_version }
        return category
          ? save.mutateAsync({ params: { category_id: category.category_id }, body })
          : add.mutateAsync({ body })
      }),
  })
  const hasChildren = latest.data.some(({ parent_id }) => parent_id === category?.category_id)
  const parents = toBranches(latest).filter(({ category_id }) => category_id !== category?.category_id)
  const name = form.field('name')
  return (
    <FormDialog
      open
      onClose={onClose}
      title={category ? category.name : 'New category'}
      submit="Save category"
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={categoryFacts} />
      <TextField
        {...name}
        label="Name"
        autoFocus
        maxLength={100}
        onChange={(event) => {
          void name.onChange(event)
          // The URL of a category that customers know changes only by hand.
          if (!category && !form.formState.dirtyFields.slug) {
            form.setValue('slug', toSlug(event.currentTarget.value))
          }
        }}
      />
      <TextField
        {...form.field('slug')}
        label="URL slug"
        maxLength={100}
        hint={category ? 'Links with the former slug lead here.' : undefined}
      />
      <Select
        {...form.field('parent_id')}
        label="Below"
        disabled={hasChildren}
        hint={hasChildren ? 'It has subcategories, so it stays at the top.' : undefined}
      >
        <option value="">None, at the top</option>
        {parents.map(({ category_id, name: parentName }) => (
          <option key={category_id} value={category_id}>
            {parentName}
          </option>
        ))}
      </Select>
      <CategoryPicture
        src={form.watch('picture')}
        error={form.formState.errors.picture?.message}
        onChange={(src) => form.setValue('picture', src, { shouldDirty: true })}
      />
      {form.watch('picture') !== '' && (
        <TextField
          {...form.field('picture_alt')}
          label="Description of the picture"
          optional
          hint="For people who can’t see it."
        />
      )}
    </FormDialog>
  )
}

type ChosenProps = CategoryDialogProps & { category: ManagedCategory }

export function MergeDialog({ category, tree, onClose }: ChosenProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(tree)
  const merge = useAdminMutation('mergeCategory', {
    hideErrorToast: true,
    successMessage: `${category.name} merged. Its link leads to the other category.`,
  })
  const form = useAdminForm({
    call: mergeCategoryCall,
    fields: { into_id: '' },
    body: ({ into_id }) => ({ into_id: Number(into_id), expected_version: opened.version }),
    send: ({ into_id }) =>
      sendExpected((expected_version) =>
        merge.mutateAsync({ params: { category_id: category.category_id }, body: { into_id, expected_version } }),
      ),
  })
  const targets = toBranches(latest)
    .flatMap(({ children, ...branch }) => [
      { ...branch, label: branch.name },
      ...children.map((child) => ({ ...child, label: `${branch.name} › ${child.name}` })),
    ])
    .filter(({ category_id }) => category_id !== category.category_id)
  return (
    <FormDialog open onClose={onClose} title={`Merge ${category.name}`} submit="Merge" danger {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={categoryFacts} />
      <p>
        {category.products > 0 && `Its ${countLabel(category.products)} move to the other category. `}
        The category is deleted, and links to it lead to the other one.
      </p>
      <Select {...form.field('into_id')} label="Merge into" autoFocus>
        <option value="">Choose</option>
        {targets.map(({ category_id, label }) => (
          <option key={category_id} value={category_id}>
            {label}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}

export function DeleteDialog({ category, tree, onClose }: ChosenProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(tree)
  const remove = useAdminMutation('deleteCategory', {
    hideErrorToast: true,
    successMessage: `${category.name} deleted.`,
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Delete ${category.name}`}
      submit="Delete"
      danger
      focusSubmit
      onSubmit={() =>
        sendExpected((expected_version) =>
          remove.mutateAsync({ params: { category_id: category.category_id }, body: { expected_version } }),
        )
      }
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={categoryFacts} />
      <p>Links to it then show no products. If there are any, merge it into another category instead.</p>
    </FormDialog>
  )
}
