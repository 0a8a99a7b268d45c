/** What a backup holds. */
import type { Tables } from '../db/tables.ts';

/**
 * Every table with the columns that order it, parents before children; `null` where the rows are made again by
 * themselves or must not come back. A new table does not compile until it stands here.
 */
export const savedTables: Record<keyof Tables, readonly string[] | null> = {
  settings: ['key'],
  media: ['id'],
  products: ['id'],
  variants: ['id'],
  product_media: ['product_id', 'position'],
  collections: ['id'],
  product_collections: ['collection_id', 'product_id'],
  comments: ['id'],
  comment_likes: ['comment_id', 'visitor_hash'],
  articles: ['id'],
  pages: ['id'],
  promotions: ['id'],
  checkouts: ['token_hash'],
  orders: ['order_no'],
  order_lines: ['order_no', 'position'],
  order_promotions: ['order_no', 'promotion_id'],
  reservations: ['order_no', 'variant_id'],
  promotion_uses: ['promotion_id', 'order_no'],
  parcels: ['id'],
  payments: ['id'],
  payment_events: ['provider', 'event_id'],
  payment_notes: ['id'],
  mails: ['id'],
  jobs: ['id'],
  uploads: ['token_hash'],
  bag_events: ['id'],
  subscribers: ['id'],
  customers: ['id'],
  customer_addresses: ['id'],
  contact_emails: ['distinct_id'],
  refunds: ['request_id'],
  returns: ['id'],
  stock_waits: ['id'],
  wishes: ['customer_id', 'product_id'],
  wishlist_links: ['customer_id'],
  former_handles: ['kind', 'handle'],
  daily_figures: ['day', 'kind', 'name'],
  search_counts: ['day', 'lang', 'q'],
  popup_events: null,
  derivatives: null,
  purges: null,
  rate_limits: null,
  holders: null,
  // With them, a value that was exchanged could be exchanged again.
  known_visitors: null,
  // What was logged out or used since would open the account again.
  customer_sessions: null,
  customer_codes: null,
  // What waits to be told holds contact data, and would be told again; services know an event by its id themselves.
  conversions: null,
  // Kept for weeks only, and a backup may be older; what they came to stands in daily_figures.
  visits: null,
  page_views: null,
  page_loads: null,
};
