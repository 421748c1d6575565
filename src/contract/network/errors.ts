/** Error codes of this subject, with their HTTP status. */
export const networkErrors = {
  sponsor_change_planned: 422,
  no_sponsor_change_planned: 422,
  sponsor_unchanged: 422,
  own_sponsor: 422,
  sponsor_not_found: 422,
  sponsor_closed: 422,
  sponsor_in_downline: 422,
  /** The current sponsor is planned to move into the member's downline. */
  sponsor_cycle: 422,
} as const
