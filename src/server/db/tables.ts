/**
 * All tables, as Kysely types. Money is integer minor units of the row's or the shop's currency; times are integer ms UTC;
 * booleans are 0 or 1; JSON is text that the stores parse with zod.
 */
import type { Generated } from 'kysely';
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
}

/**
 * Merchant settings by key (`theme`, `currency`, `shipping`, `tax`, `payments` …); each key has a schema for its JSON `value`.
 */
export interface SettingsTable {
  key: string;
  value: Json;
  updated_at: number;
}

/** Cache tags to purge; every process polls them by id. */
export interface PurgesTable {
  id: Generated<number>;
  tag: string;
  at: number;
}

/** An original picture. `id` is the start of the SHA-256 of its bytes, so that identical pictures are stored once. */
export interface MediaTable {
  id: string;
  original_key: string;
  mime: string;
  width: number;
  height: number;
  bytes: number;
  /** `#rrggbb`, shown while the picture loads. */
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
  /** `seo_url` in the API, `URL handle` in Shopify's CSV. */
  handle: string;
  title: string;
  /** Sanitised HTML. */
  description_html: string;
  vendor: string;
  product_type: string;
  /** Comma-free tags, JSON array. */
  tags: Json;
  /** `[{name, style, values: [{value, styleValue?, media_id?}]}]`, style as in R58. */
  options: Json;
  /** R57 customised options, usually `[]`. */
  custom_options: Json;
  /** Content not needed for the first view (API-020): `{tabs, size_guide}`. */
  others: Json;
  is_published: Bit;
  is_presale: Bit;
  is_virtual: Bit;
  /** Ship date of a pre-sale product, `YYYY-MM-DD`, '' if unknown. */
  ships_on: Generated<string>;
  /** R58: `1:1`, `3:4` or `4:3`. */
  img_size: string;
  seo_title: string;
  seo_description: string;
  /** Lowest price of its live variants, minor units; the catalogue store updates it for sorting. */
  min_price: number;
  max_price: number;
  /** 1 when at least one live variant can be bought. */
  in_stock: Bit;
  comment_num: number;
  /** Sum of stars of published comments; average = sum / num. */
  comment_star_sum: number;
  /** Number of published comments with one star; `stars_2` to `stars_5` likewise. */
  stars_1: Generated<number>;
  stars_2: Generated<number>;
  stars_3: Generated<number>;
  stars_4: Generated<number>;
  stars_5: Generated<number>;
  sold_count: number;
  created_at: number;
  updated_at: number;
  /** Soft delete, because bags and orders still reference the product. */
  deleted_at: number | null;
}

export interface VariantsTable {
  id: Generated<number>;
  product_id: number;
  position: number;
  title: string;
  /** Values of the product's options in order, JSON array of strings. */
  option_values: Json;
  sku: string;
  barcode: string;
  price: number;
  compare_at_price: number | null;
  /** Units available after all reservations. Below 0 only with policy `continue`. */
  stock: number;
  /** Restock notifications sent since its stock was last 0 (marketing/back-in-stock-rules.ts). */
  back_told: Generated<number>;
  /** 0: stock is not counted, always available. */
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
  /** Option value that the picture shows, '' for all. */
  option_value: string;
}

export interface CollectionsTable {
  id: Generated<number>;
  handle: string;
  title: string;
  description_html: string;
  media_id: string | null;
  /** Products with this tag belong to the collection ('' = assigned by hand only). */
  rule_tag: string;
  is_published: Bit;
  /** Number of live products, updated by the catalogue store so that reads need no count. */
  product_count: number;
  position: number;
  seo_title: string;
  seo_description: string;
  created_at: number;
  updated_at: number;
}

/** Contains only published, undeleted products. Sort keys are copied from products, so that one index serves a page. */
export interface ProductCollectionsTable {
  collection_id: number;
  product_id: number;
  position: number;
  min_price: number;
  /** Lower-case title, sorted by bytes. */
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
  /** 1 when the reviewer bought the product (R130). */
  is_verified: Bit;
  /** Option values of the bought variant, `Sage / Large`; '' if unknown (R155). */
  variant: Generated<string>;
  created_at: number;
}

export interface CommentLikesTable {
  comment_id: number;
  /** SHA-256 of the visitor's cookie. */
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

/** Merchant pages at /pages/{handle} (R18) and policies. */
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

/** R100; the format of `rules`, `range_ids` and `json_config` (JSON) depends on `kind`. Amounts inside rules are minor units. */
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

/** A coupon use by an order: held with the stock, final when paid, released with the hold (PAY-13). */
export interface PromotionUsesTable {
  promotion_id: number;
  order_no: string;
  /** Customer id or e-mail, for per_customer_limit. */
  customer_key: string;
  state: 'held' | 'final' | 'released';
}

/** Visitors from before cookies were signed. */
export interface KnownVisitorsTable {
  visitor_hash: string;
  /** A month after the migration, or shortly after the exchange for a signed cookie. */
  known_until: number;
}

export interface CheckoutsTable {
  /** Hash of the token that the checkout was opened with. */
  token_hash: TokenHash;
  /** Seed of the tokens of later links (checkout/link-token.ts). No secret. */
  link_id: string;
  shop_id: number;
  /** SHA-256 of the `visitor` cookie (R63). */
  visitor_hash: string;
  customer_id: number | null;
  source: number;
  state: 'open' | 'ordered';
  /** Checked groups as sent (R65), JSON. */
  groups: Json;
  coupon: string;
  sc_confirm: Bit;
  email: string;
  phone: string;
  /** ORD-08 fields, JSON. */
  address: Json;
  /** The same fields, '' when it equals the delivery address. */
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
  /** Incremented by every change; a save from an outdated page is rejected. */
  version: number;
  created_at: number;
  updated_at: number;
}

/** A visitor, customer or client address with orders. Transactions lock the row to run one after another. */
export interface HoldersTable {
  key: string;
  used_at: number;
}

export interface OrdersTable {
  order_no: string;
  /** `token_hash` of its checkout, unique despite retries. The order's own number once another order has replaced it. */
  checkout_hash: string;
  shop_id: number;
  /** Hash of its checkout's token, which opens the order to everyone with the link (R79). */
  token_hash: TokenHash;
  link_id: string;
  /** Hash of the token in the order's email, '' when no email was sent or it is the same as `token_hash`. */
  mailed_hash: Generated<TokenHash | ''>;
  visitor_hash: string;
  /** Keyed hash of the client address, '' once the order is paid, or a day after it was placed. */
  client_hash: Generated<string>;
  customer_id: number | null;
  email: string;
  phone: string;
  address: Json;
  /** The payer's, '' when it is the same. */
  billing: Generated<Json | ''>;
  /** R61: -1 failed, 0 pending, 1 paid, 2 processing, 3 shipped, 4 completed, 5 cancelled, 6 refunded. */
  status_key: number;
  /** Why the paid order needs a person's decision (late payment without stock, wrong amount), '' otherwise. */
  hold_reason: string;
  currency: string;
  subtotal_price: number;
  pay_ship_amount: number;
  total_discount_amount: number;
  pay_ship_insurance_amount: number;
  tax_amount: number;
  tip_amount: number;
  total_price: number;
  /** Breakdown of `tax_amount`; when no tax is added, the tax included in the prices. JSON. */
  tax_lines: Generated<Json>;
  coupon: string;
  shipping_title: string;
  payment_method: string;
  account_id: string;
  note: string;
  extra_params: Json;
  lang: string;
  /** End of the unpaid order's hold of stock and coupon; null once final or released. */
  held_until: number | null;
  /** When it first held stock, counting short breaks in; null if it never has. */
  held_since: number | null;
  /** 1: the hold is beyond the caps, granted for a call that takes money. */
  hold_is_lent: Generated<Bit>;
  order_time: number;
  paid_at: number | null;
  /** When a person marked it as packed, else null. */
  packed_at: number | null;
  /** First and last promised delivery day, `YYYY-MM-DD`; '' for no promise. */
  arrives_from: Generated<string>;
  arrives_to: Generated<string>;
  /** 1: a draft without contact and delivery details; placing its checkout sets 0. */
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
  /** Discount of the whole line. */
  discount: number;
  /** Tax added to the whole line. */
  tax: number;
  is_gift: Bit;
  is_virtual_item: Bit;
  is_tailor: Bit;
  tailor_properties: Json;
  variant_custom_props: Json;
}

/** A promotion as it was when the order was placed; `discount` is the amount deducted (0: it changed the line prices instead). */
export interface OrderPromotionsTable {
  order_no: string;
  promotion_id: number;
  kind: string;
  discount_type: number;
  title: string;
  code: string;
  discount: number;
}

/** Units taken from a variant's stock for an order (PAY-13). */
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
  /** Contents, JSON. */
  order_info: Json;
  /** When a person marked it as delivered, else null. */
  delivered_at: number | null;
}

/** One attempt to pay an order. */
export interface PaymentsTable {
  id: Generated<number>;
  /** '' for an express payment whose order does not exist yet. */
  order_no: string;
  attempt: number;
  provider: string;
  method: string;
  account_id: string;
  /** The provider's id, '' until it has answered. */
  provider_ref: string;
  capture_ref: string;
  refund_ref: string;
  /** `new` is written before the provider is called, so that a crash leaves a row to reconcile. */
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
  /** Sent to the provider as idempotency key. */
  request_id: string;
  visitor_hash: string;
  /** Express: the priced items, JSON; otherwise `{}`. */
  details: Json;
  reason: string;
  created_at: number;
  updated_at: number;
  /** Number of reconciliation requests since the state changed. */
  asks: Generated<number>;
  /** Time of the next one, ms UTC. */
  ask_at: Generated<number>;
}

/** Provider events already received; a replay changes nothing. */
export interface PaymentEventsTable {
  provider: string;
  event_id: string;
  type: string;
  provider_ref: string;
  received_at: number;
  handled_at: number | null;
}

/** Reports from payment forms in the browser (API-058, API-061, API-051). */
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
  /** Same key, same email: a repeated event queues it once. */
  dedupe_key: string;
  kind: string;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  /** '' for transactional emails. */
  unsubscribe_url: Generated<string>;
  created_at: number;
  sent_at: number | null;
  attempts: number;
  last_error: string;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  /** At most one waiting job per key. */
  dedupe_key: string;
  payload: Json;
  /** `given_up`: failed permanently, `last_error` has the reason. */
  state: 'waiting' | 'done' | 'given_up';
  run_at: number;
  attempts: number;
  /** One process has claimed the job until then. */
  locked_until: number;
  locked_by: string;
  finished_at: number | null;
  last_error: string;
}

export interface RateLimitsTable {
  /** The limit and its subject, such as `lookup:ip:…`; personal data is hashed. */
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
  /** When its picture was stored, null before. */
  stored_at: number | null;
}

/** One product added to a bag (API-116); a repeated event_id counts once. */
export interface BagEventsTable {
  id: Generated<number>;
  client_id: string;
  event_id: string;
  product_id: number;
  variant_id: number;
  quantity: number;
  /** Units in the bag after adding. */
  cart_num: number;
  /** The visit it belongs to, '' if unknown. */
  session_id: Generated<string>;
  at: number;
}

/** An email address on the newsletter list (R44, R123). */
export interface SubscribersTable {
  id: Generated<number>;
  /** In lower case. */
  email: string;
  /** 0: has unsubscribed. */
  is_subscribed: 0 | 1;
  source_type: number;
  utm_term: string;
  created_at: number;
  updated_at: number;
}

export interface CustomersTable {
  id: Generated<number>;
  /** As typed. */
  email: string;
  /** In lower case: one account per email address. */
  email_key: string;
  /** argon2id in the PHC string format. */
  password_hash: string;
  first_name: string;
  last_name: string;
  /** Language of the page where it was created, '' for the shop's default. */
  lang: string;
  /** When the customer confirmed the email address, else null. */
  verified_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A login on one device. */
export interface CustomerSessionsTable {
  token_hash: TokenHash;
  customer_id: number;
  /** Browser and operating system (customers/login-api.ts), '' if neither is known. */
  device: Generated<string>;
  created_at: number;
  /** Accurate to the day. */
  used_at: number;
  expires_at: number;
}

/** An emailed code that has not been used. */
export interface CustomerCodesTable {
  /** Seed of the code (customers/mailed-code.ts). No secret. */
  link_id: string;
  customer_id: number;
  /** `email` changes the account's email to the row's. */
  purpose: 'reset' | 'verify' | 'email';
  /** The recipient. */
  email: string;
  expires_at: number;
}

export interface CustomerAddressesTable {
  id: Generated<number>;
  customer_id: number;
  is_default: Bit;
  /** ORD-08 fields, JSON. */
  address: Json;
  created_at: number;
  updated_at: number;
}

/** An email address given for one bag, for a single reminder (API-084, R122). */
export interface ContactEmailsTable {
  /** Id of the browser, as in `checkouts`. */
  distinct_id: string;
  email: string;
  lang: string;
  created_at: number;
  /** When the reminder was queued, else null. */
  mailed_at: number | null;
}

/** Refunds made by a merchant (R136). */
export interface RefundsTable {
  /** Idempotency key, also sent to the provider. */
  request_id: string;
  order_no: string;
  payment_id: number;
  amount: number;
  currency: string;
  /** Line positions with quantities, JSON. */
  lines: Json;
  restock: Bit;
  reason: string;
  /** `new` is written before the provider is called; `refused` when it rejects the refund. */
  state: 'new' | 'sent' | 'refused';
  refund_ref: string;
  /** The return that it refunds, null for none. */
  return_id: number | null;
  created_at: number;
  updated_at: number;
}

/** Return requests by shoppers. */
export interface ReturnsTable {
  id: Generated<number>;
  order_no: string;
  /** Idempotency key chosen by the page. */
  request_id: string;
  /** Line positions with quantities, JSON. */
  lines: Json;
  reason: string;
  /** The shopper's message; '' once personal data was erased. */
  words: string;
  /** The shop's reply. */
  answer: string;
  state: 'asked' | 'accepted' | 'refused' | 'arrived';
  created_at: number;
  answered_at: number | null;
  arrived_at: number | null;
}

/** A visit as reported by the browser (SESS-01). Deleted after some weeks (docs/decisions/24-visits.md). */
export interface VisitsTable {
  session_id: string;
  client_id: string;
  /** Customer id when logged in, else `client_id` (R63). */
  one_id: string;
  /** By the browser's clock, like `last_act_time`. */
  session_start_time: number;
  last_act_time: number;
  /** Path of its first page, without query. */
  landing_page: string;
  /** Referrer of that page, without query. */
  referer: string;
  /** Source name in the figures: utm_source, the referring site, or `direct`. */
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
  /** Chosen by the browser, so that repeats are recognised; generated by the server if missing. */
  view_id: string;
  session_id: string;
  client_id: string;
  page_type: string;
  /** Without language and query; for a private page its route, such as `/[shop_id]/checkouts/[token]`. */
  path: string;
  /** Handle on a product page, else ''. */
  handle: string;
  referer: string;
  /** Milliseconds from the start of the page. */
  first_paint_time: number | null;
  ready_time: number | null;
  /** Seconds spent on a checkout page; null until the shopper leaves it. */
  seconds: number | null;
  /** `sort_type`, `page_num` and `q` of a list (TRK-03). */
  extra_params: Json;
  is_bot: Bit;
  at: number;
}

/** Load times of a page, ms (TRK-06). */
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

/** Number of searches with results by term and day, without any visitor data. */
export interface SearchCountsTable {
  lang: string;
  /** Lower case, without surrounding space. */
  q: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
}

/** Daily figures of the shop, without visitor data. tracking/compute-daily-stats.ts defines which columns each kind fills. */
export interface DailyFiguresTable {
  /** `YYYY-MM-DD` in the shop's time zone. */
  day: string;
  kind: 'shop' | 'source' | 'product' | 'money';
  /** '' for the shop, else a source, a product id or a currency. */
  name: string;
  visits: number;
  views: number;
  /** Visits that viewed a product, added one to the bag, opened a checkout. */
  lookers: number;
  adders: number;
  checkouts: number;
  /** Page views by bots. */
  bots: number;
  /** Units added to bags, and units sold. */
  added: number;
  sold: number;
  orders: number;
  amount: number;
  refunded: number;
  /** 75th percentile of page load times, ms; null without measurements. */
  load_time: number | null;
}

/** A conversion that the shopper agreed to share with an advertising service (R77). */
export interface ConversionsTable {
  service: 'meta' | 'tiktok';
  /** Id from the browser; for a purchase event, derived from the order number. */
  event_id: string;
  event_name: string;
  /** `kept`: the shop has no key for the service; `refused`: the service rejected it, or it was not sent within a week. */
  state: 'kept' | 'waiting' | 'sent' | 'refused';
  /** Data to send, with contact data hashed; empty once sent or refused. */
  payload: Json;
  created_at: number;
}

/** Time of a browser's event that a popup waits for (R06); times are ms UTC. */
export interface PopupEventsTable {
  client_id: string;
  popup_id: number;
  event: string;
  begin_time: number;
  told_at: number;
}

/** A request for a restock notification: one row per email address and variant. */
export interface StockWaitsTable {
  id: Generated<number>;
  variant_id: number;
  /** In lower case. */
  email: string;
  lang: string;
  /** Seed of the code in its links; replaced with each new request. */
  link_id: string;
  asked_at: number;
  /** When the shopper confirmed by the emailed link; unconfirmed requests get no notification. */
  confirmed_at: number | null;
  /** When the restock notification was queued; a new request resets it. */
  mailed_at: number | null;
}

/** Wishlist items: each product at most once per customer. */
export interface WishesTable {
  customer_id: number;
  product_id: number;
  /** Variant chosen when it was added, 0 for none. */
  variant_id: number;
  added_at: number;
}

/** The link to a customer's shared wishlist; no row while it is not shared. */
export interface WishlistLinksTable {
  customer_id: number;
  /** Seed of its token (checkout/link-token.ts). */
  link_id: string;
  token_hash: TokenHash;
  created_at: number;
}

/** A previous handle of a renamed row: its old URL redirects to the row. */
export interface FormerHandlesTable {
  kind: 'products' | 'pages' | 'articles';
  handle: string;
  /** Id of the row in the table named by `kind`. */
  current_id: number;
}
