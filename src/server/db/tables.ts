/**
 * Every table, as Kysely sees it. Conventions: money is integer minor units of the row's or the shop's
 * currency; time is integer milliseconds UTC; booleans are 0 or 1; JSON is text, parsed by zod at the edge of a store.
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

/** Merchant settings by key (`theme`, `currency`, `shipping`, `tax`, `payments` …); `value` is JSON checked by that key's schema. */
export interface SettingsTable {
  key: string;
  value: Json;
  updated_at: number;
}

/** Cache tags to forget; every process polls them by id. */
export interface PurgesTable {
  id: Generated<number>;
  tag: string;
  at: number;
}

/** An original picture. `id` is the start of the SHA-256 of its bytes, so the same picture is stored once. */
export interface MediaTable {
  id: string;
  /** Where its bytes are stored. */
  original_key: string;
  mime: string;
  width: number;
  height: number;
  bytes: number;
  /** `#rrggbb`, shown while the picture loads. */
  dominant_color: string;
  created_at: number;
}

/** A stored AVIF, WebP or JPEG form of a picture at one width. */
export interface DerivativesTable {
  media_id: string;
  width: number;
  format: 'avif' | 'webp' | 'jpeg';
  bytes: number;
}

export interface ProductsTable {
  id: Generated<number>;
  /** seo_url of the documents, `URL handle` of Shopify's CSV. */
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
  /** R57 customised options, `[]` for most. */
  custom_options: Json;
  /** Further content not needed for the first view (API-020): `{tabs, size_guide}`. */
  others: Json;
  is_published: Bit;
  is_presale: Bit;
  is_virtual: Bit;
  /** Day from which a pre-sale product is sent, `YYYY-MM-DD`, '' where nobody said. */
  ships_on: Generated<string>;
  /** R58: `1:1`, `3:4` or `4:3`. */
  img_size: string;
  seo_title: string;
  seo_description: string;
  /** Lowest selling price of its live variants, minor units; maintained by the catalogue store for sorting. */
  min_price: number;
  max_price: number;
  /** 1 when some live variant can be bought. */
  in_stock: Bit;
  comment_num: number;
  /** Sum of stars of published comments; average = sum / num. */
  comment_star_sum: number;
  /** Published comments with one star, and so on; 0 at first. */
  stars_1: Generated<number>;
  stars_2: Generated<number>;
  stars_3: Generated<number>;
  stars_4: Generated<number>;
  stars_5: Generated<number>;
  sold_count: number;
  created_at: number;
  updated_at: number;
  /** Set instead of deleting: bags and orders still name it. */
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
  /** Pieces that can still be taken; reservations have already left it. Below 0 only with policy `continue`. */
  stock: number;
  /** How many were told that it is back since its stock was last 0 (marketing/back-in-stock-rules.ts). */
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
  /** Option value the picture shows, '' for all. */
  option_value: string;
}

export interface CollectionsTable {
  id: Generated<number>;
  handle: string;
  title: string;
  description_html: string;
  media_id: string | null;
  /** Products with this tag belong to the collection ('' = by hand only). */
  rule_tag: string;
  is_published: Bit;
  /** Live products in it, maintained by the catalogue store: totals are read, not counted. */
  product_count: number;
  position: number;
  seo_title: string;
  seo_description: string;
  created_at: number;
  updated_at: number;
}

/** Only published, undeleted products stand here; sort keys are copied from products so that one index serves a page. */
export interface ProductCollectionsTable {
  collection_id: number;
  product_id: number;
  position: number;
  min_price: number;
  /** Lower-case title, binary order. */
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
  /** 1 when the writer bought the product (R130). */
  is_verified: Bit;
  /** Option values of the variant that was bought, `Sage / Large`; '' where it is not known (R155). */
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

/** R100; `rules`, `range_ids` and `json_config` are JSON by kind. Amounts inside rules are minor units. */
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

/** A coupon's use by an order: held with the stock, final when paid, gone when released (PAY-13). */
export interface PromotionUsesTable {
  promotion_id: number;
  order_no: string;
  /** Customer id or e-mail, for per_customer_limit. */
  customer_key: string;
  state: 'held' | 'final' | 'released';
}

/** Visitors of the time before their cookies were signed. */
export interface KnownVisitorsTable {
  visitor_hash: string;
  /** A month after the migration, or a moment after the cookie was exchanged for a signed one. */
  known_until: number;
}

export interface CheckoutsTable {
  /** Of the token the checkout was opened with. */
  token_hash: TokenHash;
  /** What the tokens of links written later are derived from (checkout/link-token.ts). No secret. */
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
  /** The same, '' where it is the delivery's. */
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
  /** Raised by every change; a save from an older page is refused. */
  version: number;
  created_at: number;
  updated_at: number;
}

/** A visitor or a client's address that has placed orders: a row to wait at, so that their orders follow one another. */
export interface HoldersTable {
  key: string;
  used_at: number;
}

export interface OrdersTable {
  order_no: string;
  /** `token_hash` of its checkout: one order a checkout, whatever is repeated. Its own number once another order replaced it. */
  checkout_hash: string;
  shop_id: number;
  /** Of the token that opens the order to everyone with the link (R79): its checkout's. */
  token_hash: TokenHash;
  /** Its checkout's. */
  link_id: string;
  /** Of the token in the order's mail, '' while none was sent or it is that of `token_hash`. */
  mailed_hash: Generated<TokenHash | ''>;
  visitor_hash: string;
  /** Keyed hash of the address it was placed from, '' once it is paid or, a day later, forgotten. */
  client_hash: Generated<string>;
  customer_id: number | null;
  email: string;
  phone: string;
  address: Json;
  /** Its payer's, '' where it is the same. */
  billing: Generated<Json | ''>;
  /** R61: -1 failed, 0 pending, 1 paid, 2 processing, 3 shipped, 4 completed, 5 cancelled, 6 refunded. */
  status_key: number;
  /** Reason the paid order waits for a person (late money without stock, amount differs), '' otherwise. */
  hold_reason: string;
  currency: string;
  subtotal_price: number;
  pay_ship_amount: number;
  total_discount_amount: number;
  pay_ship_insurance_amount: number;
  tax_amount: number;
  tip_amount: number;
  total_price: number;
  /** What `tax_amount` is made of; with none added, what the prices hold. JSON. */
  tax_lines: Generated<Json>;
  coupon: string;
  shipping_title: string;
  payment_method: string;
  account_id: string;
  note: string;
  extra_params: Json;
  lang: string;
  /** Stock and coupon are held until then while unpaid; null once final or released. */
  held_until: number | null;
  /** When it first held, short breaks counted in; null when it never has. */
  held_since: number | null;
  /** 1: what it holds is beyond the caps, taken for a call that takes money. */
  hold_is_lent: Generated<Bit>;
  order_time: number;
  paid_at: number | null;
  /** When a person said that it is packed; null before. */
  packed_at: number | null;
  /** First and last day on which it was promised to arrive when it was placed, `YYYY-MM-DD`; '' where nothing was. */
  arrives_from: Generated<string>;
  arrives_to: Generated<string>;
  /** 1: contact and delivery are still to come; placing its checkout makes it 0. */
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

/** A promotion an order was priced with, as it was on the day; `discount` is what it took off (0: its part is in the lines). */
export interface OrderPromotionsTable {
  order_no: string;
  promotion_id: number;
  kind: string;
  discount_type: number;
  title: string;
  code: string;
  discount: number;
}

/** Pieces taken from a variant's stock for an order (PAY-13). */
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
  /** What is in it, JSON. */
  order_info: Json;
  /** When a person said that it has arrived; null before. */
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
  /** `new` is written before the provider is asked, so that a crash leaves a trace to reconcile. */
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
  /** Express: the items priced, JSON; otherwise `{}`. */
  details: Json;
  reason: string;
  created_at: number;
  updated_at: number;
  /** How often reconciliation has asked since the state changed. */
  asks: Generated<number>;
  /** When it asks next, ms UTC. */
  ask_at: Generated<number>;
}

/** Provider events already seen; a replay changes nothing. */
export interface PaymentEventsTable {
  provider: string;
  event_id: string;
  type: string;
  provider_ref: string;
  received_at: number;
  handled_at: number | null;
}

/** What payment forms in the browser report (API-058, API-061, API-051). */
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
  /** Same key, same mail: a repeated event writes it once. */
  dedupe_key: string;
  kind: string;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  /** '' for transactional mails. */
  unsubscribe_url: Generated<string>;
  created_at: number;
  sent_at: number | null;
  attempts: number;
  last_error: string;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  /** One waiting job a key. */
  dedupe_key: string;
  payload: Json;
  /** `given_up`: failed too often, `last_error` says why. */
  state: 'waiting' | 'done' | 'given_up';
  run_at: number;
  attempts: number;
  /** Claimed until then by one process. */
  locked_until: number;
  locked_by: string;
  finished_at: number | null;
  last_error: string;
}

export interface RateLimitsTable {
  /** What is limited and whose: `lookup:ip:…`, hashed where it would be personal. */
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
  /** When a picture was stored; null while there is none. */
  stored_at: number | null;
}

/** One product put into a bag (API-116); a repeated event_id counts once. */
export interface BagEventsTable {
  id: Generated<number>;
  client_id: string;
  event_id: string;
  product_id: number;
  variant_id: number;
  quantity: number;
  /** Pieces in the bag after adding. */
  cart_num: number;
  /** The visit it happened in, '' where none is told. */
  session_id: Generated<string>;
  at: number;
}

/** An address on the newsletter's list (R44, R123). */
export interface SubscribersTable {
  id: Generated<number>;
  /** In small letters. */
  email: string;
  /** 0: has left. */
  is_subscribed: 0 | 1;
  source_type: number;
  utm_term: string;
  created_at: number;
  updated_at: number;
}

/** An account. */
export interface CustomersTable {
  id: Generated<number>;
  /** As typed. */
  email: string;
  /** In small letters: an address has one account. */
  email_key: string;
  /** argon2id in the PHC string format. */
  password_hash: string;
  first_name: string;
  last_name: string;
  /** Of the page it was opened on, '' for the shop's own. */
  lang: string;
  /** When the address proved to be the customer's; null before. */
  verified_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A login on one device. */
export interface CustomerSessionsTable {
  token_hash: TokenHash;
  customer_id: number;
  /** Browser and system (customers/login-api.ts), '' where neither is known. */
  device: Generated<string>;
  created_at: number;
  /** To the day. */
  used_at: number;
  expires_at: number;
}

/** A code in a mail that has not been used. */
export interface CustomerCodesTable {
  /** What the code is derived from (customers/mailed-code.ts). No secret. */
  link_id: string;
  customer_id: number;
  /** `email`: changes the account's address to the row's. */
  purpose: 'reset' | 'verify' | 'email';
  /** The address it was mailed to. */
  email: string;
  expires_at: number;
}

/** The address book. */
export interface CustomerAddressesTable {
  id: Generated<number>;
  customer_id: number;
  is_default: Bit;
  /** ORD-08 fields, JSON. */
  address: Json;
  created_at: number;
  updated_at: number;
}

/** An address given for one bag, to be reminded of it once (API-084, R122). */
export interface ContactEmailsTable {
  /** Label of the browser, as in `checkouts`. */
  distinct_id: string;
  email: string;
  lang: string;
  created_at: number;
  /** When the reminder was written; null before. */
  mailed_at: number | null;
}

/** Money a merchant sends back (R136). */
export interface RefundsTable {
  /** Sent to the provider as idempotency key: the same one again is the same refund. */
  request_id: string;
  order_no: string;
  payment_id: number;
  amount: number;
  currency: string;
  /** Positions of the order's lines with pieces, JSON. */
  lines: Json;
  restock: Bit;
  reason: string;
  /** `new` is written before the provider is asked; `refused` when it will not. */
  state: 'new' | 'sent' | 'refused';
  refund_ref: string;
  /** The return it pays for, null for none. */
  return_id: number | null;
  created_at: number;
  updated_at: number;
}

/** What a shopper asks to send back. */
export interface ReturnsTable {
  id: Generated<number>;
  order_no: string;
  /** The page's: the same one again is the same return. */
  request_id: string;
  /** Positions of the order's lines with pieces, JSON. */
  lines: Json;
  reason: string;
  /** The shopper's; '' once the person was erased. */
  words: string;
  /** The shop's, for the shopper. */
  answer: string;
  state: 'asked' | 'accepted' | 'refused' | 'arrived';
  created_at: number;
  answered_at: number | null;
  arrived_at: number | null;
}

/** A visit as its browser tells it (SESS-01). Kept for some weeks (docs/decisions/24-visits.md). */
export interface VisitsTable {
  session_id: string;
  client_id: string;
  /** Customer id when logged in, else `client_id` (R63). */
  one_id: string;
  /** By the browser's clock, as the next. */
  session_start_time: number;
  last_act_time: number;
  /** Path of its first page, without query. */
  landing_page: string;
  /** Where that page was come to from, without query. */
  referer: string;
  /** What the figures name it by: utm_source, the site it came from, or `direct`. */
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

/** A page that was shown (TRK-04). */
export interface PageViewsTable {
  id: Generated<number>;
  /** Of its browser's, so that a repeat is known; the shop's own where none is told. */
  view_id: string;
  session_id: string;
  client_id: string;
  page_type: string;
  /** Without language and query; of a private page its route, such as `/[shop_id]/checkouts/[token]`. */
  path: string;
  /** Of a product's page, else ''. */
  handle: string;
  referer: string;
  /** Milliseconds from the start of the page. */
  first_paint_time: number | null;
  ready_time: number | null;
  /** How long a checkout was looked at; null until it is left. */
  seconds: number | null;
  /** `sort_type`, `page_num` and `q` of a list (TRK-03). */
  extra_params: Json;
  is_bot: Bit;
  at: number;
}

/** How long a page took to load, ms (TRK-06). */
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

/** How often something was searched for and found; who searched is nowhere. */
export interface SearchCountsTable {
  lang: string;
  /** Lower case, without surrounding space. */
  q: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
}

/** What a day of the shop came to; nobody is in it. Which columns a kind fills: tracking/count-day.ts. */
export interface DailyFiguresTable {
  /** `YYYY-MM-DD` in the shop's time zone. */
  day: string;
  kind: 'shop' | 'source' | 'product' | 'money';
  /** '' of the shop; a source, a product's id, a currency. */
  name: string;
  visits: number;
  views: number;
  /** Visits that saw a product, put one into the bag, opened a checkout. */
  lookers: number;
  adders: number;
  checkouts: number;
  /** Views by programs. */
  bots: number;
  /** Pieces put into bags, and sold. */
  added: number;
  sold: number;
  orders: number;
  amount: number;
  refunded: number;
  /** Three of four pages were there after so many ms; null where none was measured. */
  load_time: number | null;
}

/** A conversion a shopper agreed to have told to an advertising service (R77). */
export interface ConversionsTable {
  service: 'meta' | 'tiktok';
  /** Of the page; an order's purchase has one of its own. */
  event_id: string;
  event_name: string;
  /** `kept`: the shop has no key for the service; `refused`: the service will not have it, or it has waited for a week. */
  state: 'kept' | 'waiting' | 'sent' | 'refused';
  /** What is sent, contact data hashed; empty once it is over. */
  payload: Json;
  created_at: number;
}

/** When a browser first did what a popup waits for (R06); times ms UTC. */
export interface PopupEventsTable {
  client_id: string;
  popup_id: number;
  event: string;
  begin_time: number;
  told_at: number;
}

/** Somebody who asked to be told when a variant is back: one row an address and variant. */
export interface StockWaitsTable {
  id: Generated<number>;
  variant_id: number;
  /** In small letters. */
  email: string;
  lang: string;
  /** What the code of its links is derived from; another one each time it is asked. */
  link_id: string;
  asked_at: number;
  /** When the link of the mail was used: nobody is told who has not confirmed. */
  confirmed_at: number | null;
  /** When the mail that it is back was written; asking again begins anew. */
  mailed_at: number | null;
}

/** What a customer wishes for: a product once. */
export interface WishesTable {
  customer_id: number;
  product_id: number;
  /** Chosen when it was wished for; 0 for none. */
  variant_id: number;
  added_at: number;
}

/** The link that shows a customer's wishlist; no row while it is not shared. */
export interface WishlistLinksTable {
  customer_id: number;
  /** What its token is derived from (checkout/link-token.ts). */
  link_id: string;
  token_hash: TokenHash;
  created_at: number;
}

/** A handle that a row had before it was renamed: its old address leads to it. */
export interface FormerHandlesTable {
  kind: 'products' | 'pages' | 'articles';
  handle: string;
  /** Id of the row in the table that `kind` names. */
  current_id: number;
}
