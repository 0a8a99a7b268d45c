import type { Tables } from '../db/tables.ts';

/**
 * The tables of a backup, parents before children, with the columns that order their rows. Tables with `null` are left out, because they
 * are rebuilt or must not be restored. The type requires an entry for every new table.
 */
export const backupTables: Record<keyof Tables, readonly string[] | null> = {
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
  // Restored rows would let a visitor cookie be exchanged a second time.
  known_visitors: null,
  // Restored rows would reopen ended sessions and make used codes valid again.
  customer_sessions: null,
  customer_codes: null,
  // Queued events contain contact data, and a restored event would be sent a second time; the advertising services deduplicate by event id.
  conversions: null,
  // Visit data is deleted after a few weeks, and a backup may be older; `daily_figures` contains the totals.
  visits: null,
  page_views: null,
  page_loads: null,
};
