/** Suspended and closed accounts cannot sign in; pending ones can. */
export const maySignIn = (status: string): boolean => status === 'pending' || status === 'active'
