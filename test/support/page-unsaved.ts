import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** The question that a page asks before it discards unsaved input. */
export const findLeaveDialog = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))

export const waitForNoLeaveDialog = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

/** Closes the open dialog and confirms discarding the input. */
export async function discardChanges(user: UserEvent): Promise<void> {
  await user.keyboard('{Escape}')
  await user.click((await findLeaveDialog()).getByRole('button', { name: 'Discard' }))
}
