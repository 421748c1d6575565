/** A suspended or closed account lets nobody in; a pending one does. */
export const maySignIn = (status: string): boolean => status === 'pending' || status === 'active'
