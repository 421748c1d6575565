/** Suspended and closed accounts cannot sign in; pending ones can. */
export const canSignIn = (status: string): boolean => status === 'pending' || status === 'active'
