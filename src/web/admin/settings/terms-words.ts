/** The shop counts to this, which stands for more. */
const MORE = 1_001

export const acceptedWords = (accepted: number): string =>
  accepted === 0
    ? 'accepted by no one'
    : accepted === 1
      ? 'accepted by one member'
      : `accepted by ${accepted >= MORE ? '1,000+' : accepted.toLocaleString('en-US')} members`
