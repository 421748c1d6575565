import { adminQuery } from '../../api/query.ts'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { ManagedProduct } from './product-draft.ts'

type RemoveDialogProps = {
  product: ManagedProduct
  onArchive: (archived: ManagedProduct) => void
  onDelete: () => void
  onClose: () => void
}

/** Deletes a product that was never ordered; archives any other. */
export function RemoveDialog({ product, onArchive, onDelete, onClose }: RemoveDialogProps) {
  const { name, has_orders, part_of, version } = product
  const params = { product_id: product.product_id }
  const archive = useAdminMutation('saveProduct', {
    hideErrorToast: true,
    successMessage: `${name} archived.`,
    onSuccess: onArchive,
  })
  const remove = useAdminMutation('deleteProduct', {
    hideErrorToast: true,
    successMessage: `${name} deleted.`,
    removes: ({ params }) => adminQuery('managedProduct', { params }).queryKey,
    onSuccess: onDelete,
  })
  const body = { expected_version: version }
  return has_orders ? (
    <FormDialog
      open
      onClose={onClose}
      title="Archive this product?"
      submit="Archive"
      focusSubmit
      onSubmit={() => archive.mutateAsync({ params, body: { fields: { status: 'archived' }, ...body } })}
    >
      <p>It leaves the store and the carts. Its orders and its history stay, and you can activate it again.</p>
    </FormDialog>
  ) : (
    <FormDialog
      open
      onClose={onClose}
      title="Delete this product?"
      submit="Delete"
      danger
      focusSubmit
      onSubmit={() => remove.mutateAsync({ params, body })}
    >
      <p>
        “{name}” was never ordered. It is deleted with its pictures, its history and its stock
        {part_of.length > 0 && ', unless a package contains it'}. This can’t be undone.
      </p>
    </FormDialog>
  )
}
