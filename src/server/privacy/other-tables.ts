import type { OtherTable } from './decision.ts'

const CATALOG = 'product catalog'
const CONTENT = 'shop content'
const RATES = 'rates and fees'
const SETTING = 'configuration'
const SUMS = 'totals without personal data'
const CHAIN = 'hashes of data stored elsewhere'
const STAFF = 'staff accounts, not members'

/** Tables without a row about a member or customer, each with the reason. */
export const otherTables = {
  settings: { notPersonal: SETTING, columns: 'key value updated_at' },
  mail_text_versions: { notPersonal: SETTING, columns: 'mail version subject body made_at made_by reason' },
  plans: { notPersonal: SETTING, columns: 'version first_month levels direct_line_rate_bp created_at' },
  categories: { notPersonal: CATALOG, columns: 'id slug name position parent_id picture_file picture_alt' },
  products: {
    notPersonal: CATALOG,
    columns:
      'id handle name kind category_id vendor tags sku description_html price_cents compare_at_cents pv commissionable_bp weight_grams stock active featured_position created_at updated_at tax_exempt barcode shelf status visible_from visible_until sale_price_cents sale_from sale_until selling_price_cents next_change_at version creation_key family_id family_position option_value swatch size_amount size_unit search_words page_title page_description search list_search',
  },
  product_images: { notPersonal: CATALOG, columns: 'id product_id position file source_url alt' },
  product_uploads: { notPersonal: CATALOG, columns: 'file kind bytes uploaded_at' },
  category_redirects: { notPersonal: CATALOG, columns: 'slug category_id' },
  redirects: { notPersonal: CATALOG, columns: 'path target created_at' },
  search_synonyms: { notPersonal: CATALOG, columns: 'id terms version' },
  search_words: { notPersonal: CATALOG, columns: 'word' },
  product_families: { notPersonal: CATALOG, columns: 'id name option_name version canonical_id' },
  product_documents: { notPersonal: CATALOG, columns: 'id product_id position kind title file' },
  product_relations: { notPersonal: CATALOG, columns: 'product_id related_id position' },
  // `made_by` is a staff member or a job.
  product_versions: { notPersonal: CATALOG, columns: 'product_id version at made_by source file_name content' },
  package_contents: { notPersonal: CATALOG, columns: 'package_id product_id quantity position' },
  // A member's picture is deleted with the record of its file.
  pictures: {
    notPersonal: CONTENT,
    columns: 'id file widths name alt width height bytes added_at added_by version list_search',
  },
  picture_former_files: { notPersonal: CONTENT, columns: 'file picture_id' },
  content_documents: {
    notPersonal: CONTENT,
    columns: 'id kind slug published_number published_at scheduled_number scheduled_for next_change_at version',
  },
  // `made_by` is a staff member.
  content_versions: { notPersonal: CONTENT, columns: 'document_id number body made_by made_at restored_from' },
  content_previews: { notPersonal: CONTENT, columns: 'token_hash document_id number expires_at' },
  content_files: { notPersonal: CONTENT, columns: 'document_id file_name' },
  newsletters: {
    notPersonal: CONTENT,
    columns:
      'id subject body version state stopped_by made_at made_by changed_at changed_by started_at started_by ended_at up_to after_subscriber recipients sent_count refused_count failed_count unknown_count unsubscribed_count token heartbeat_at faults fault',
  },
  terms: { notPersonal: CONTENT, columns: 'version text published_at published_by' },
  states: { notPersonal: RATES, columns: 'code name' },
  shipping_zones: { notPersonal: RATES, columns: 'code name' },
  shipping_zone_prefixes: { notPersonal: RATES, columns: 'prefix zone' },
  shipping_methods: { notPersonal: RATES, columns: 'code label position' },
  shipping_rates: { notPersonal: RATES, columns: 'zone method base_cents per_pound_cents' },
  tax_rates: { notPersonal: RATES, columns: 'state milli_percent on_goods on_shipping from_date zip_prefix' },
  months: {
    notPersonal: SUMS,
    columns:
      'month closing_token closing_heartbeat_at closed_at closed_by closed_externally paid_at plan_version inputs_hash members orders lines total_sales_cents sales_bonus_cents level_bonus_cents breakage_cents closing_locked minimum_payout_cents',
  },
  month_runs: {
    notPersonal: SUMS,
    columns:
      'id month kind state stage done total requested_by requested_by_id reason requested_at token heartbeat_at ended_at refusal result',
  },
  product_bulk_runs: {
    notPersonal: CATALOG,
    columns:
      'id change confirmed product_ids versions total state done changed refused refusals requested_by requested_by_id requested_at ended_at',
  },
  product_imports: {
    notPersonal: CATALOG,
    columns:
      'id file_name file bytes state columns ignored_columns refusal comparison counts updates_stock confirmed done total last_line added changed skipped category_ids requested_by requested_by_id requested_at acted_by_id ended_at fetches_pictures',
  },
  product_import_rows: {
    notPersonal: CATALOG,
    columns:
      'import_id line handle name kind category_slug category_name vendor tags sku barcode shelf description_html price_cents compare_at_cents pv commissionable_bp weight_grams stock active tax_exempt images outcome refusal changes notes stock_before stock_differs becomes_free product_id product_version result imported_version is_counted counted_from undo',
  },
  product_import_pictures: { notPersonal: CATALOG, columns: 'import_id url state error' },
  payout_totals: { notPersonal: SUMS, columns: 'month state payouts amount_cents' },
  payout_mailings: { notPersonal: SUMS, columns: 'month after_member ended_at' },
  rate_limits: { notPersonal: 'short-lived counters by IP address, deleted every night', columns: 'key points expire' },
  demo_seed_runs: { notPersonal: 'start of the demo shop', columns: 'started_at' },
  operations: { notPersonal: SUMS, columns: 'id kind finished_at findings note' },
  status_alerts: { notPersonal: SUMS, columns: 'check_name message advice since' },
  daily_figures: { notPersonal: SUMS, columns: 'day orders total_cents pv members' },
  monthly_sales: {
    notPersonal: SUMS,
    columns:
      'month orders goods_cents discount_cents shipping_cents insurance_cents tax_cents total_cents credit_notes credited_cents credited_tax_cents first_order_id last_order_id',
  },
  monthly_taxes: { notPersonal: SUMS, columns: 'month state milli_percent orders base_cents tax_cents credited_cents' },
  monthly_payments: { notPersonal: SUMS, columns: 'month method received_cents refunded_cents' },
  monthly_volume: {
    notPersonal: SUMS,
    columns: 'month kind orders cv_cents pv returned_cv_cents returned_pv',
  },
  credit_note_numbers: { notPersonal: SUMS, columns: 'only_row last_number' },
  audit_unsealed: { notPersonal: CHAIN, columns: 'entry_id made_at' },
  audit_keys: { notPersonal: CHAIN, columns: 'id sealed_key' },
  audit_seals: { notPersonal: CHAIN, columns: 'number entry_id made_at key_id payload_hash seal sealed_at' },
  audit_chain: { notPersonal: CHAIN, columns: 'is_only number seal key_id proof' },
  audit_days: { notPersonal: CHAIN, columns: 'day number seal' },
  audit_erasures: { notPersonal: CHAIN, columns: 'entry_id erased_by' },
  staff: {
    notPersonal: STAFF,
    columns: 'id email name role active password_hash last_signed_in_at created_at',
  },
  staff_sessions: { notPersonal: STAFF, columns: 'token_hash staff_id created_at last_used_at authenticated_at' },
  staff_second_factors: {
    notPersonal: STAFF,
    columns: 'staff_id sealed_secret confirmed_at last_step created_at',
  },
  staff_recovery_codes: { notPersonal: STAFF, columns: 'staff_id code_hash' },
  staff_links: { notPersonal: STAFF, columns: 'staff_id token_hash expires_at' },
  setup_links: { notPersonal: STAFF, columns: 'only_row token_hash expires_at' },
  mail_servers: {
    notPersonal: SETTING,
    columns: 'only_row host port encryption user_name sealed_password',
  },
  staff_resets: {
    notPersonal: STAFF,
    columns: 'id staff_id kind requested_by requested_at effective_at stopped_at stopped_by done_at',
  },
} as const satisfies Record<string, OtherTable>
