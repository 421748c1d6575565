import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import type { CategoryTree, ManagedCategory } from '#contract/catalog/categories.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { IfPermitted, useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { MoveButtons } from '../ui/MoveButtons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { moveItem } from '../ui/use-reorder.ts'
import { CategoryDialog, DeleteDialog, MergeDialog } from './CategoryDialogs.tsx'
import { countLabel, toBranches } from './category-labels.ts'

export type CategoryAction =
  | { kind: 'save'; target?: ManagedCategory }
  | { kind: 'merge' | 'delete'; target: ManagedCategory }
type OnAction = (action: CategoryAction) => void

/** The categories of the store in two levels (docs/back-office §9). */
export default function CategoriesPage() {
  const tree = useAdminQuery('categories')
  const [action, setAction] = useState<CategoryAction>()
  const close = () => setAction(undefined)
  return (
    <>
      <PageHeader
        title="Categories"
        actions={
          <IfPermitted permission="products.change">
            <Button kind="primary" onClick={() => setAction({ kind: 'save' })}>
              Add category
            </Button>
          </IfPermitted>
        }
      />
      <Loaded query={tree}>
        {(loaded) => (
          <div className="max-w-text">
            {loaded.data.length === 0 ? (
              <Empty title="No categories yet">Categories group the products of the store’s listing.</Empty>
            ) : (
              <Tree tree={loaded} onAction={setAction} />
            )}
            {action?.kind === 'save' && <CategoryDialog category={action.target} tree={loaded} onClose={close} />}
            {action?.kind === 'merge' && <MergeDialog category={action.target} tree={loaded} onClose={close} />}
            {action?.kind === 'delete' && <DeleteDialog category={action.target} tree={loaded} onClose={close} />}
          </div>
        )}
      </Loaded>
    </>
  )
}

function Tree({ tree, onAction }: { tree: CategoryTree; onAction: OnAction }) {
  const order = useAdminMutation('orderCategories')
  const branches = toBranches(tree)
  const mover = (parent_id: number | null, siblings: readonly ManagedCategory[]) => (from: number, to: number) => {
    if (to < 0 || to >= siblings.length || order.isPending) return
    const category_ids = moveItem(siblings, from, to).map(({ category_id }) => category_id)
    order.mutate({ body: { parent_id, category_ids, expected_version: tree.version } })
  }
  return (
    <ol aria-label="Categories" className="divide-y divide-hairline border-t border-ink">
      {branches.map((branch, index) => (
        <li key={branch.category_id}>
          <Row
            {...{ category: branch, index, count: branches.length, onAction }}
            hasChildren={branch.children.length > 0}
            move={mover(null, branches)}
          />
          {branch.children.length > 0 && (
            <ol aria-label={`Below ${branch.name}`} className="divide-y divide-hairline border-t border-hairline pl-6">
              {branch.children.map((category, childIndex) => (
                <li key={category.category_id}>
                  <Row
                    {...{ category, index: childIndex, count: branch.children.length, onAction }}
                    hasChildren={false}
                    move={mover(branch.category_id, branch.children)}
                  />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  )
}

type RowProps = {
  category: ManagedCategory
  hasChildren: boolean
  index: number
  count: number
  move: (from: number, to: number) => void
  onAction: OnAction
}

function Row({ category, hasChildren, index, count, move, onAction }: RowProps) {
  const canChange = useHasPermission('products.change')
  const { category_id, name, slug, products, former_slugs } = category
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      {canChange && (
        <span className="-ml-2 flex empty:hidden">
          <MoveButtons {...{ name, index, count, move }} />
        </span>
      )}
      <div className="min-w-40 flex-1">
        <p className="font-[560] break-words">{name}</p>
        <p className="text-small break-words text-muted">
          {slug}
          {former_slugs.length > 0 && `, formerly ${former_slugs.join(', ')}`}
        </p>
      </div>
      <PageLink to={`${adminPaths.products}?category_id=${category_id}`} className="figures text-link text-small">
        {countLabel(products)}
      </PageLink>
      {canChange && (
        <span className="-ml-3 flex gap-1 sm:-mr-3 sm:ml-auto">
          <Button
            kind="quiet"
            aria-label={`Change ${name}`}
            onClick={() => onAction({ kind: 'save', target: category })}
          >
            Change
          </Button>
          {!hasChildren && (
            <Button
              kind="quiet"
              aria-label={`Merge ${name}`}
              onClick={() => onAction({ kind: 'merge', target: category })}
            >
              Merge
            </Button>
          )}
          {!hasChildren && products === 0 && (
            <Button
              kind="quiet"
              aria-label={`Delete ${name}`}
              onClick={() => onAction({ kind: 'delete', target: category })}
            >
              Delete
            </Button>
          )}
        </span>
      )}
    </div>
  )
}
