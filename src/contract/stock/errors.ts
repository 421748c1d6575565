/** Error codes of this subject, with their HTTP status. */
export const stockErrors = {
  /** Only its components have stock. */
  package_with_contents: 422,
  /** Stock that is not tracked must be counted first. */
  not_counted: 422,
  /** More was removed than is on hand. */
  not_enough_stock: 422,
  quantity_out_of_range: 422,
} as const
