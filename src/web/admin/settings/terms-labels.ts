/** The server stops counting here, so this number means "more than 1,000". */
const COUNT_LIMIT = 1_001

export const acceptanceLabel = (accepted: number): string =>
  accepted === 0
    ? 'accepted by no one'
    : accepted === 1
      ? 'accepted by one member'
      : `accepted by ${accepted >= COUNT_LIMIT ? '1,000+' : accepted.toLocaleString('en-US')} members`
