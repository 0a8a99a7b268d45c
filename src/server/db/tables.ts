/**
 * All tables as Kysely types. Money is stored as integer minor units of the row's currency, or of the shop's currency if the row
 * has none; times as integer ms UTC; booleans as 0 or 1; JSON as text, which the `*store.ts` modules parse with zod.
 */
import type { Generated } from 'kysely';
import type { Role } from '#lib/staff/roles.ts';
import type { TokenHash } from './token-hash.ts';

type Bit = 0 | 1;
type Json = string;

export interface Tables {
  settings: SettingsTable;
  purges: PurgesTable;
  media: MediaTable;
  derivatives: DerivativesTable;
  products: ProductsTable;
  variants: VariantsTable;
  product_media: ProductMediaTable;
  collections: CollectionsTable;
  product_collections: ProductCollectionsTable;
  comments: CommentsTable;
  comment_likes: CommentLikesTable;
  articles: ArticlesTable;
  pages: PagesTable;
  promotions: PromotionsTable;
  promotion_uses: PromotionUsesTable;
  checkouts: CheckoutsTable;
  holders: HoldersTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_promotions: OrderPromotionsTable;
  reservations: ReservationsTable;
  parcels: ParcelsTable;
  payments: PaymentsTable;
  payment_events: PaymentEventsTable;
  payment_notes: PaymentNotesTable;
  mails: MailsTable;
  jobs: JobsTable;
  rate_limits: RateLimitsTable;
  uploads: UploadsTable;
  bag_events: BagEventsTable;
  subscribers: SubscribersTable;
  known_visitors: KnownVisitorsTable;
  customers: CustomersTable;
  customer_sessions: CustomerSessionsTable;
  customer_codes: CustomerCodesTable;
  customer_addresses: CustomerAddressesTable;
  contact_emails: ContactEmailsTable;
  refunds: RefundsTable;
  returns: ReturnsTable;
  visits: VisitsTable;
  page_views: PageViewsTable;
  page_loads: PageLoadsTable;
  daily_figures: DailyFiguresTable;
  conversions: ConversionsTable;
  popup_events: PopupEventsTable;
  stock_waits: StockWaitsTable;
  search_counts: SearchCountsTable;
  wishes: WishesTable;
  wishlist_links: WishlistLinksTable;
  former_handles: FormerHandlesTable;
  staff: StaffTable;
  staff_recovery_codes: StaffRecoveryCodesTable;
  staff_invites: StaffInvitesTable;
  staff_sessions: StaffSessionsTable;
  api_tokens: ApiTokensTable;
  staff_confirmations: StaffConfirmationsTable;
  audit_log: AuditLogTable;
}

/**
 * Merchant settings by key (`theme`, `currency`, `shipping`, `tax`, `payments` …); each key has a schema for its JSON `value`.
 */
export interface SettingsTable {
  key: string;
  value: Json;
  updated_at: number;
}

/** Cache tags to purge. Every process polls for new rows by id. */
export interface PurgesTable {
  id: Generated<number>;
  tag: string;
  at: number;
}

/** An original image. `id` is the beginning of the SHA-256 of its bytes, so that identical images are stored once. */
export interface MediaTable {
  id: string;
  original_key: string;
  mime: string;
  width: number;
  height: number;
  bytes: number;
  /** `#rrggbb`, displayed as a placeholder while the image loads. */
  dominant_color: string;
  created_at: number;
}

/** A stored image variant: AVIF, WebP or JPEG at one width. */
export interface DerivativesTable {
  media_id: string;
  width: number;
  format: 'avif' | 'webp' | 'jpeg';
  bytes: number;
}

export interface ProductsTable {
  id: Generated<number>;
  /** Last part of the product's URL: `seo_url` in the API, `URL handle` in Shopify's CSV. */
  handle: string;
  title: string;
  /** Sanitised HTML. */
  description_html: string;
  vendor: string;
  product_type: string;
  /** JSON array of tags; a tag contains no comma. */
  tags: Json;
  /** JSON: `[{name, style, values: [{value, styleValue?, media_id?}]}]`, with `style` as in R58. */
  options: Json;
  /** Customisation options (R57), JSON; usually `[]`. */
  custom_options: Json;
  /** Content that the initial page does not need (API-020): `{tabs, size_guide}`, JSON. */
  others: Json;
  is_published: Bit;
  is_presale: Bit;
  is_virtual: Bit;
  /** Ship date of a pre-sale product, `YYYY-MM-DD`; '' if unknown. */
  ships_on: Generated<string>;
  /** Aspect ratio of the product's images (R58): `1:1`, `3:4` or `4:3`. */
  img_size: string;
  seo_title: string;
  seo_description: string;
  /**
   * Lowest price of the variants that are not deleted, minor units. Updated on every change of the variants, so that lists can be
   * sorted by it.
   */
  min_price: number;
  max_price: number;
  /** 1 if at least one variant that is not deleted can be bought. */
  in_stock: Bit;
  comment_num: number;
  /** Sum of the star ratings of all published reviews; divide by `comment_num` for the average. */
  comment_star_sum: number;
  /** Number of published reviews with one star; `stars_2` to `stars_5` likewise. */
  stars_1: Generated<number>;
  stars_2: Generated<number>;
  stars_3: Generated<number>;
  stars_4: Generated<number>;
  stars_5: Generated<number>;
  sold_count: number;
  created_at: number;
  updated_at: number;
  /** Time of the soft delete. Deleted products stay in the table, because bags and orders still reference them. */
  deleted_at: number | null;
}

export interface VariantsTable {
  id: Generated<number>;
  product_id: number;
  position: number;
  title: string;
  /** JSON array of the variant's option values, in the order of the product's options. */
  option_values: Json;
  sku: string;
  barcode: string;
  price: number;
  compare_at_price: number | null;
  /** Units available after all reservations. Negative only with inventory policy `continue`. */
  stock: number;
  /** Number of restock notifications sent since the variant was last sold out (marketing/back-in-stock-rules.ts). */
  back_told: Generated<number>;
  /** 0: the stock is not tracked and the variant is always available. */
  is_tracked: Bit;
  inventory_policy: 'deny' | 'continue';
  weight_grams: number;
  requires_shipping: Bit;
  is_taxable: Bit;
  media_id: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface ProductMediaTable {
  product_id: number;
  position: number;
  media_id: string;
  alt: string;
  /** Option value that the image belongs to; '' if it belongs to all values. */
  option_value: string;
}

export interface CollectionsTable {
  id: Generated<number>;
  handle: string;
  title: string;
  description_html: string;
  media_id: string | null;
  /** Products with this tag belong to the collection; '' if products are only assigned manually. */
  rule_tag: string;
  is_published: Bit;
  /** Number of published products in the collection. Updated when products change, so that reads need no COUNT. */
  product_count: number;
  position: number;
  seo_title: string;
  seo_description: string;
  created_at: number;
  updated_at: number;
}

/**
 * Assigns products to collections; only published products have rows. The sort keys are copied from `products`, so that reading a
 * sorted page needs only one index.
 */
export interface ProductCollectionsTable {
  collection_id: number;
  product_id: number;
  position: number;
  min_price: number;
  /** Lower-case title, sorted by byte order. */
  title_key: string;
  created_at: number;
}

export interface CommentsTable {
  id: Generated<number>;
  product_id: number;
  nickname: string;
  email: string;
  star: number;
  content: string;
  images: Json;
  like_num: number;
  status: 'published' | 'waiting' | 'refused';
  /** 1 if the reviewer bought the product (R130). */
  is_verified: Bit;
  /** Option values of the variant that the reviewer bought, such as `Sage / Large`; '' if unknown (R155). */
  variant: Generated<string>;
  created_at: number;
}

export interface CommentLikesTable {
  comment_id: number;
  /** SHA-256 of the `visitor` cookie. */
  visitor_hash: string;
}

export interface ArticlesTable {
  id: Generated<number>;
  blog_id: number;
  handle: string;
  title: string;
  summary: string;
  body_html: string;
  media_id: string | null;
  author: string;
  is_published: Bit;
  published_at: number;
  seo_title: string;
  seo_description: string;
}

/** The merchant's pages at /pages/{handle} (R18), and policies. */
export interface PagesTable {
  id: Generated<number>;
  handle: string;
  title: string;
  body_html: string;
  is_published: Bit;
  is_indexed: Bit;
  seo_title: string;
  seo_description: string;
  updated_at: number;
}

/**
 * A promotion (R100). The format of `rules`, `range_ids` and `json_config` (JSON) depends on `kind`. Amounts in rules are minor
 * units.
 */
export interface PromotionsTable {
  id: Generated<number>;
  kind: string;
  discount_type: number;
  title: string;
  seo_url: string;
  code: string;
  status: 0 | 1 | 2;
  starts_at: number;
  ends_at: number | null;
  range_type: number;
  range_ids: Json;
  rules: Json;
  priority: number;
  usage_limit: number | null;
  per_customer_limit: number | null;
  used_count: number;
  json_config: Json;
  updated_at: number;
}

/**
 * An order's use of a coupon: held as long as the order's stock, final once the order is paid, released together with the stock
 * (PAY-13).
 */
export interface PromotionUsesTable {
  promotion_id: number;
  order_no: string;
  /** Customer id or email address, for `per_customer_limit`. */
  customer_key: string;
  state: 'held' | 'final' | 'released';
}

/** Visitors whose cookie was set before cookies were signed. */
export interface KnownVisitorsTable {
  visitor_hash: string;
  /**
   * Time until which the unsigned cookie is accepted, ms UTC: a month after the migration, or a minute after the cookie was
   * exchanged for a signed one.
   */
  known_until: number;
}

export interface CheckoutsTable {
  /** Hash of the token that the checkout was created with. */
  token_hash: TokenHash;
  /** Seed from which the tokens of later links are derived (checkout/link-token.ts). Not secret. */
  link_id: string;
  shop_id: number;
  /** SHA-256 of the `visitor` cookie (R63). */
  visitor_hash: string;
  customer_id: number | null;
  source: number;
  state: 'open' | 'ordered';
  /** The checkout's bag lines, each with the price and discount that the shopper saw last, JSON (R65). */
  groups: Json;
  coupon: string;
  sc_confirm: Bit;
  email: string;
  phone: string;
  /** Delivery address with the fields of ORD-08, JSON. */
  address: Json;
  /** Billing address in the same format; '' if it is the same as the delivery address. */
  billing: Generated<Json | ''>;
  shipping_id: string;
  insurance: Bit;
  /** Minor units. */
  tip: number;
  payment_method: string;
  note: string;
  tax_id: string;
  paypal_order_id: string;
  distinct_id: string;
  lang: string;
  /** Incremented by every change, so that a save from an outdated page is rejected. */
  version: number;
  created_at: number;
  updated_at: number;
}

/** A visitor, customer or client IP address with orders. Transactions lock its row, so that they run one after another. */
export interface HoldersTable {
  key: string;
  used_at: number;
}

export interface OrdersTable {
  order_no: string;
  /**
   * `token_hash` of the order's checkout; unique, so that a retry creates no second order. If a newer order has replaced this one,
   * this order's own number.
   */
  checkout_hash: string;
  shop_id: number;
  /** Hash of the checkout's token. Anyone with the link can open the order (R79). */
  token_hash: TokenHash;
  link_id: string;
  /** Hash of the token in the order's emails; '' if no email was sent, or if it is the same as `token_hash`. */
  mailed_hash: Generated<TokenHash | ''>;
  visitor_hash: string;
  /** Keyed hash of the client's IP address; '' once the order is paid, or a day after it was placed. */
  client_hash: Generated<string>;
  customer_id: number | null;
  email: string;
  phone: string;
  address: Json;
  /** Billing address, JSON; '' if it is the same as the delivery address. */
  billing: Generated<Json | ''>;
  /** Name and last name of `address` as the staff's search compares them (lib/orders/name-key.ts). */
  name_key: Generated<string>;
  last_name_key: Generated<string>;
  /** Order status (R61): -1 failed, 0 pending, 1 paid, 2 processing, 3 shipped, 4 completed, 5 cancelled, 6 refunded. */
  status_key: number;
  /**
   * Why the paid order is on hold until the merchant decides (late payment without stock, wrong amount); '' if it is not on hold.
   */
  hold_reason: string;
  currency: string;
  subtotal_price: number;
  pay_ship_amount: number;
  total_discount_amount: number;
  pay_ship_insurance_amount: number;
  tax_amount: number;
  tip_amount: number;
  total_price: number;
  /** Breakdown of `tax_amount` or, if no tax is added, of the tax included in the prices. JSON. */
  tax_lines: Generated<Json>;
  coupon: string;
  shipping_title: string;
  payment_method: string;
  account_id: string;
  note: string;
  extra_params: Json;
  lang: string;
  /** When the unpaid order's hold on stock and coupon ends; null once the hold is final or released. */
  held_until: number | null;
  /**
   * When the order began to hold stock. A short interruption of the hold does not change it. Null if the order never held any
   * stock.
   */
  held_since: number | null;
  /**
   * 1: the hold exceeds the caps on held stock and was granted only for one call to the payment provider that charges the shopper.
   */
  hold_is_lent: Generated<Bit>;
  order_time: number;
  paid_at: number | null;
  /** When the merchant marked the order as packed; null if not yet. */
  packed_at: number | null;
  /** First and last day of the promised delivery, `YYYY-MM-DD`; '' if nothing was promised. */
  arrives_from: Generated<string>;
  arrives_to: Generated<string>;
  /** 1: a draft order without contact and delivery details; placing its checkout sets it to 0. */
  is_begun: Generated<Bit>;
  updated_at: number;
}

export interface OrderLinesTable {
  order_no: string;
  position: number;
  product_id: number;
  variant_id: number;
  title: string;
  variant_option: string;
  image_url: string;
  sku: string;
  quantity: number;
  /** Unit price before discounts. */
  price: number;
  /** Discount on the whole line. */
  discount: number;
  /** Tax added to the whole line, minor units. */
  tax: number;
  is_gift: Bit;
  is_virtual_item: Bit;
  is_tailor: Bit;
  tailor_properties: Json;
  variant_custom_props: Json;
}

/**
 * A promotion as it was when the order was placed. `discount` is the amount deducted; 0 if the promotion changed the line prices
 * instead.
 */
export interface OrderPromotionsTable {
  order_no: string;
  promotion_id: number;
  kind: string;
  discount_type: number;
  title: string;
  code: string;
  discount: number;
}

/** Units of a variant that are reserved for an order and deducted from the variant's stock (PAY-13). */
export interface ReservationsTable {
  order_no: string;
  variant_id: number;
  quantity: number;
  state: 'held' | 'final' | 'released';
}

export interface ParcelsTable {
  id: Generated<number>;
  order_no: string;
  tracking_num: string;
  tracking_company: string;
  tracking_update_time: number;
  /** Contents of the parcel, JSON. */
  order_info: Json;
  /** When the merchant marked the parcel as delivered; null if not yet. */
  delivered_at: number | null;
}

/** An attempt to pay an order. */
export interface PaymentsTable {
  id: Generated<number>;
  /** '' for an express payment whose order does not exist yet. */
  order_no: string;
  attempt: number;
  provider: string;
  method: string;
  account_id: string;
  /** The provider's id of the payment; '' until the provider has responded. */
  provider_ref: string;
  capture_ref: string;
  refund_ref: string;
  /** `new` is stored before the provider is called, so that after a crash there is a row to reconcile. */
  state:
    | 'new'
    | 'created'
    | 'approved'
    | 'authorized'
    | 'capturing'
    | 'captured'
    | 'declined'
    | 'failed'
    | 'refunding'
    | 'refunded'
    | 'expired';
  amount: number;
  currency: string;
  /** Idempotency key sent to the provider. */
  request_id: string;
  visitor_hash: string;
  /** For an express payment the priced items, JSON; otherwise `{}`. */
  details: Json;
  reason: string;
  created_at: number;
  updated_at: number;
  /** Number of times that reconciliation has queried the provider since the state changed. */
  asks: Generated<number>;
  /** When reconciliation next queries the provider, ms UTC. */
  ask_at: Generated<number>;
}

/** Events already received from payment providers, so that a replayed event has no effect. */
export interface PaymentEventsTable {
  provider: string;
  event_id: string;
  type: string;
  provider_ref: string;
  received_at: number;
  handled_at: number | null;
}

/** Reports sent by payment forms in the browser (API-058, API-061, API-051). */
export interface PaymentNotesTable {
  id: Generated<number>;
  kind: string;
  order_no: string;
  provider_ref: string;
  message: string;
  at: number;
}

export interface MailsTable {
  id: Generated<number>;
  /** Deduplication key: a repeated event does not queue the same email again. */
  dedupe_key: string;
  kind: string;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  /** Unsubscribe link; '' for transactional emails. */
  unsubscribe_url: Generated<string>;
  created_at: number;
  sent_at: number | null;
  attempts: number;
  last_error: string;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  /** Deduplication key: at most one waiting job per key. */
  dedupe_key: string;
  payload: Json;
  /** `given_up`: the job failed permanently; `last_error` has the reason. */
  state: 'waiting' | 'done' | 'given_up';
  run_at: number;
  attempts: number;
  /** Until when the job is claimed by the process `locked_by`. */
  locked_until: number;
  locked_by: string;
  finished_at: number | null;
  last_error: string;
}

export interface RateLimitsTable {
  /** Name of the limit and the client it applies to, such as `lookup:ip:…`; personal data is hashed. */
  key: string;
  window_start: number;
  hits: number;
}

export interface UploadsTable {
  token_hash: string;
  file_name: string;
  storage_key: string;
  expires_at: number;
  used_at: number | null;
  /** When the uploaded image was stored; null if not yet. */
  stored_at: number | null;
}

/** An add-to-bag event for one product (API-116). A repeated `event_id` counts once. */
export interface BagEventsTable {
  id: Generated<number>;
  client_id: string;
  event_id: string;
  product_id: number;
  variant_id: number;
  quantity: number;
  /** Number of units in the bag after the event. */
  cart_num: number;
  /** Session id of the visit; '' if unknown. */
  session_id: Generated<string>;
  at: number;
}

/** An email address on the newsletter list (R44, R123). */
export interface SubscribersTable {
  id: Generated<number>;
  /** Email address in lower case. */
  email: string;
  /** 0 after the subscriber has unsubscribed. */
  is_subscribed: 0 | 1;
  source_type: number;
  utm_term: string;
  created_at: number;
  updated_at: number;
}

export interface CustomersTable {
  id: Generated<number>;
  /** Email address as the customer entered it. */
  email: string;
  /** Email address in lower case; unique, so that there is one account per address. */
  email_key: string;
  /** argon2id in the PHC string format. */
  password_hash: string;
  first_name: string;
  last_name: string;
  /** Language of the page on which the account was created; '' for the shop's default. */
  lang: string;
  /** When the customer confirmed the email address; null if not yet. */
  verified_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A customer's login session on one device. */
export interface CustomerSessionsTable {
  token_hash: TokenHash;
  customer_id: number;
  /** Browser and operating system (core/device-name.ts); '' if both are unknown. */
  device: Generated<string>;
  created_at: number;
  /** Last use of the session, accurate to the day. */
  used_at: number;
  expires_at: number;
}

/** A code that was sent by email and has not been used yet. */
export interface CustomerCodesTable {
  /** Seed from which the code is derived (customers/mailed-code.ts). Not secret. */
  link_id: string;
  customer_id: number;
  /** `email`: the code changes the account's email address to this row's `email`. */
  purpose: 'reset' | 'verify' | 'email';
  /** Recipient of the code. */
  email: string;
  expires_at: number;
}

export interface CustomerAddressesTable {
  id: Generated<number>;
  customer_id: number;
  is_default: Bit;
  /** Address with the fields of ORD-08, JSON. */
  address: Json;
  created_at: number;
  updated_at: number;
}

/** An email address that a shopper left for a single reminder about the bag (API-084, R122). */
export interface ContactEmailsTable {
  /** Id of the browser, as in `checkouts`. */
  distinct_id: string;
  email: string;
  lang: string;
  created_at: number;
  /** When the reminder was queued; null if not yet. */
  mailed_at: number | null;
}

/** Refunds made by the merchant (R136). */
export interface RefundsTable {
  /** Idempotency key, which is also sent to the payment provider. */
  request_id: string;
  order_no: string;
  payment_id: number;
  amount: number;
  currency: string;
  /** Refunded units by line position, JSON. */
  lines: Json;
  restock: Bit;
  reason: string;
  /** `new` is stored before the provider is called; `refused` if the provider rejects the refund. */
  state: 'new' | 'sent' | 'refused';
  refund_ref: string;
  /** Id of the return that the refund belongs to; null if there is none. */
  return_id: number | null;
  created_at: number;
  updated_at: number;
}

/** Return requests by shoppers. */
export interface ReturnsTable {
  id: Generated<number>;
  order_no: string;
  /** Idempotency key generated by the page. */
  request_id: string;
  /** Units to return by line position, JSON. */
  lines: Json;
  reason: string;
  /** The shopper's message; '' once the personal data was erased. */
  words: string;
  /** The shop's reply. */
  answer: string;
  state: 'asked' | 'accepted' | 'refused' | 'arrived';
  created_at: number;
  answered_at: number | null;
  arrived_at: number | null;
}

/** A visit reported by the browser (SESS-01). Deleted after some weeks (docs/decisions/24-visits.md). */
export interface VisitsTable {
  session_id: string;
  client_id: string;
  /** Customer id when logged in, otherwise `client_id` (R63). */
  one_id: string;
  /** Taken from the browser's clock, like `last_act_time`. */
  session_start_time: number;
  last_act_time: number;
  /** Path of the visit's first page, without the query string. */
  landing_page: string;
  /** Referrer of the landing page, without the query string. */
  referer: string;
  /** Traffic source: `utm_source`, the referring site, or `direct`. */
  source: string;
  utm_source: string;
  utm_campaign: string;
  utm_medium: string;
  utm_term: string;
  utm_content: string;
  mc_cid: string;
  mc_eid: string;
  extra_params: Json;
  is_bot: Bit;
  at: number;
}

/** A page view (TRK-04). */
export interface PageViewsTable {
  id: Generated<number>;
  /** Id generated by the browser, so that repeated reports are recognised; generated by the server if missing. */
  view_id: string;
  session_id: string;
  client_id: string;
  page_type: string;
  /** Path without language prefix and query string; for a private page its route, such as `/[shop_id]/checkouts/[token]`. */
  path: string;
  /** Product handle on a product page, otherwise ''. */
  handle: string;
  referer: string;
  /** Milliseconds since the page started to load. */
  first_paint_time: number | null;
  ready_time: number | null;
  /** Seconds spent on a checkout page; null until the shopper leaves the page. */
  seconds: number | null;
  /** `sort_type`, `page_num` and `q` of a product list (TRK-03), JSON. */
  extra_params: Json;
  is_bot: Bit;
  at: number;
}

/** Load times of a page, in ms (TRK-06). */
export interface PageLoadsTable {
  id: Generated<number>;
  session_id: string;
  path: string;
  redirect: number;
  domain_lookup: number;
  connect: number;
  request: number;
  duration: number;
  is_bot: Bit;
  at: number;
}

/** Number of searches that had results, by term and day. Contains no visitor data. */
export interface SearchCountsTable {
  lang: string;
  /** Search term in lower case, trimmed. */
  q: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
}

/**
 * Daily statistics of the shop. Contains no visitor data. tracking/compute-daily-stats.ts defines which columns each `kind` uses.
 */
export interface DailyFiguresTable {
  /** Day in the shop's time zone, `YYYY-MM-DD`. */
  day: string;
  kind: 'shop' | 'source' | 'product' | 'money';
  /** '' for the whole shop, otherwise a traffic source, a product id or a currency. */
  name: string;
  visits: number;
  views: number;
  /** Number of visits that viewed a product (`lookers`), added one to the bag (`adders`), or opened a checkout (`checkouts`). */
  lookers: number;
  adders: number;
  checkouts: number;
  /** Page views by bots. */
  bots: number;
  /** Units added to bags (`added`) and units sold (`sold`). */
  added: number;
  sold: number;
  orders: number;
  amount: number;
  refunded: number;
  /** 75th percentile of the page load times, ms; null without measurements. */
  load_time: number | null;
}

/** A conversion that the shopper agreed to share with an advertising service (R77). */
export interface ConversionsTable {
  service: 'meta' | 'tiktok';
  /** Event id from the browser; for a purchase event, derived from the order number. */
  event_id: string;
  event_name: string;
  /**
   * `kept`: the shop has no API key for the service. `refused`: the service rejected the event, or it could not be sent within a
   * week.
   */
  state: 'kept' | 'waiting' | 'sent' | 'refused';
  /** Data to send, with contact data hashed; emptied once the event is sent or refused. */
  payload: Json;
  created_at: number;
}

/** When an event that can open a popup (R06) first occurred in a browser. Times are ms UTC. */
export interface PopupEventsTable {
  client_id: string;
  popup_id: number;
  event: string;
  begin_time: number;
  told_at: number;
}

/** A request for a restock notification; one row per email address and variant. */
export interface StockWaitsTable {
  id: Generated<number>;
  variant_id: number;
  /** Email address in lower case. */
  email: string;
  lang: string;
  /** Seed from which the code in the email's links is derived; replaced by each new request. */
  link_id: string;
  asked_at: number;
  /** When the shopper confirmed the request with the link in the email; unconfirmed requests get no notification. */
  confirmed_at: number | null;
  /** When the restock notification was queued; a new request resets it. */
  mailed_at: number | null;
}

/** A wishlist item. A product is on a customer's wishlist at most once. */
export interface WishesTable {
  customer_id: number;
  product_id: number;
  /** Variant that was selected when the product was added; 0 if none. */
  variant_id: number;
  added_at: number;
}

/** The link to a customer's shared wishlist. The row exists only while the wishlist is shared. */
export interface WishlistLinksTable {
  customer_id: number;
  /** Seed from which the link's token is derived (checkout/link-token.ts). */
  link_id: string;
  token_hash: TokenHash;
  created_at: number;
}

/** A previous handle of a renamed product, page or article; its old URL redirects to the current one. */
export interface FormerHandlesTable {
  kind: 'products' | 'pages' | 'articles';
  handle: string;
  /** Id of the row in the table that `kind` names. */
  current_id: number;
}

/** A member of staff. Members are never deleted, only disabled, so that the audit log can name them. */
export interface StaffTable {
  id: Generated<number>;
  email: string;
  /** Unique form of the email address, in lower case. */
  email_key: string;
  name: string;
  role: Role;
  password_hash: string;
  /** Secret of the authenticator app, encrypted with the server key; '' without one. */
  totp_secret: string;
  /** Secret that is shown to the member but not confirmed with a code yet, encrypted; '' for none. */
  pending_totp_secret: string;
  /** Time step of the last accepted code; older codes are rejected. */
  totp_step: number;
  created_at: number;
  disabled_at: number | null;
}

export interface StaffRecoveryCodesTable {
  staff_id: number;
  code_hash: TokenHash;
  used_at: number | null;
}

/** A link by which a person becomes a member of staff or gets a new password. */
export interface StaffInvitesTable {
  /** Unique form of the email address; '' in the setup link, which creates the first owner. */
  email_key: string;
  token_hash: TokenHash;
  /** Seed from which the link's token is derived, so that every process prints the same setup link. */
  link_id: string;
  email: string;
  role: Role;
  expires_at: number;
  used_at: number | null;
}

export interface StaffSessionsTable {
  token_hash: TokenHash;
  staff_id: number;
  /** Browser and operating system (core/device-name.ts); '' if both are unknown. */
  device: string;
  created_at: number;
  used_at: number;
  expires_at: number;
}

export interface ApiTokensTable {
  id: Generated<number>;
  name: string;
  token_hash: TokenHash;
  /** Array of permissions. */
  scopes: Json;
  created_by: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  revoked_at: number | null;
}

/** A confirmed act: valid once, for this session, endpoint, subject and amount. */
export interface StaffConfirmationsTable {
  token_hash: TokenHash;
  session: TokenHash;
  endpoint: string;
  subject: string;
  /** Minor units; null if the act has no amount. */
  amount: number | null;
  expires_at: number;
}

/** A write by staff or an API token. Rows are only ever added. */
export interface AuditLogTable {
  id: Generated<number>;
  at: number;
  staff_id: number | null;
  token_id: number | null;
  endpoint: string;
  subject: string;
  /** `requested` and `answered`: before and after a request to a payment provider. */
  state: 'done' | 'requested' | 'answered';
  /** Object without secrets. */
  details: Json;
  /** Network of the client: /24 of IPv4, /48 of IPv6; '' if unknown. */
  ip: string;
}
