import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formMessages } from '#contract/base/form-messages.ts'
import type { User, UserAddress } from '#contract/customers/sign-in.ts'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { post } from '#web/api/api.ts'
import { showResponse } from '#web/api/show-response.ts'
import { EmptyState } from '#web/page/EmptyState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { passFocus } from '#web/ui/pass-focus.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { AddressForm } from './AddressForm.tsx'

const AddressesPage = () => <AccountFrame title="My Addresses">{(user) => <Addresses user={user} />}</AccountFrame>
export default AddressesPage

function Addresses({ user }: { user: User }) {
  const client = useQueryClient()
  const [edited, setEdited] = useState<UserAddress | 'new'>()
  const [removing, setRemoving] = useState<number>()
  const [removed, setRemoved] = useState<string>()
  const addButton = useRef<HTMLButtonElement>(null)
  const replaceUser = (updatedUser: User) => showResponse(client, userQuery().queryKey, updatedUser)

  async function remove({ id, address_1 }: UserAddress, button: Element) {
    // The specification fixes both texts and asks for native dialogs (docs/specification §7, §8).
    if (!window.confirm(formMessages.addressRemoveConfirm)) return
    setRemoving(id)
    try {
      const updatedUser = await post('removeAddress', { body: { address_id: id } })
      passFocus(button, addButton.current)
      setRemoved(address_1)
      replaceUser(updatedUser)
    } catch {
      window.alert(formMessages.addressRemoveFailed)
      // The address may have been removed in another tab.
      void client.invalidateQueries(userQuery())
    } finally {
      setRemoving(undefined)
    }
  }

  return (
    <>
      {user.addresses.length === 0 ? (
        <EmptyState title={formMessages.noAddress} className="mb-6">
          Add a delivery address, and checkout will fill it in for you.
        </EmptyState>
      ) : (
        <ul className="mb-6 grid gap-4 sm:grid-cols-2">
          {user.addresses.map((address) => (
            <li key={address.id} className="flex flex-col rounded-card border border-hairline p-5">
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server builds it from escaped parts only */}
              <address className="not-italic" dangerouslySetInnerHTML={{ __html: address.full_address }} />
              <div className="mt-auto -mb-2 -ml-3 flex pt-3">
                <Button kind="quiet" onClick={() => setEdited(address)}>
                  Edit<span className="sr-only"> {address.address_1}</span>
                </Button>
                <Button
                  kind="quiet"
                  busy={removing === address.id}
                  onClick={({ currentTarget }) => remove(address, currentTarget)}
                >
                  Remove<span className="sr-only"> {address.address_1}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button ref={addButton} kind="secondary" onClick={() => setEdited('new')}>
        Add
      </Button>
      <span role="status" className="sr-only">
        {removed && `${removed} was removed.`}
      </span>
      <Dialog open={edited !== undefined} onClose={() => setEdited(undefined)} title="Address">
        {edited !== undefined && (
          <AddressForm
            address={edited === 'new' ? undefined : edited}
            onCancel={() => setEdited(undefined)}
            onSaved={(updatedUser) => {
              replaceUser(updatedUser)
              setEdited(undefined)
            }}
          />
        )}
      </Dialog>
    </>
  )
}
