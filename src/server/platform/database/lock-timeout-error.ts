/**
 * Thrown when other work locks the data to change for a minute or a few. Thrown, not returned, since it also ends bulk
 * changes in the middle of their rows; the message is for the person who made the change.
 */
export class LockTimeoutError extends Error {}
