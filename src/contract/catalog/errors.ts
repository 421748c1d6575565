/** Error codes of this subject, with their HTTP status. */
export const catalogErrors = {
  handle_taken: 409,
  /** It is in an order, so it can only be archived. */
  has_orders: 409,
  in_other_family: 409,
  name_required: 422,
  /** Another bulk change is running. */
  bulk_change_running: 409,
  /** A family needs an existing member as its main product. */
  canonical_required: 422,
  /** Something else has changed products of the import. */
  changed_since_import: 409,
  category_not_found: 422,
  /** It has products or subcategories. */
  category_not_empty: 409,
  /** A category below another one has no subcategories. */
  category_too_deep: 422,
  /** Products move to another category. */
  merged_into_itself: 422,
  slug_taken: 409,
  contains_itself: 422,
  /** Only packages have contents. */
  contents_of_product: 422,
  family_not_found: 422,
  member_not_found: 422,
  /** Two members of a family have the same value. */
  option_repeated: 422,
  /** A member of a family needs a value of its option. */
  option_required: 422,
  /** A package with contents cannot be part of another. */
  part_has_contents: 422,
  part_not_found: 422,
  part_of_package: 422,
  /** A package with contents has no stock of its own. */
  package_has_stock: 422,
  period_reversed: 422,
  document_not_found: 422,
  related_not_found: 422,
  related_to_itself: 422,
  sale_price_not_lower: 422,
  sale_price_required: 422,
  size_incomplete: 422,
  version_not_found: 422,
} as const
