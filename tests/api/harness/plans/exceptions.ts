/** Code that may read all of a growing table, and why. A path includes everything called from there. */
export const exceptions: { path: string; why: string }[] = [
  { path: 'src/server/db/migrations/', why: 'Run once a shop, and change every row.' },
  { path: 'src/server/backup/', why: 'A backup reads everything, page by page in the order of a key.' },
  { path: 'src/server/shop/', why: 'Lists and changes that a merchant asks for in a terminal.' },
  {
    path: 'src/server/catalog/comment-state-store.ts',
    why: "The merchant's list of reviews in one state, in a terminal: commander drops the frame of src/server/shop.",
  },
  {
    path: 'src/server/staff/members-api.ts',
    why: 'Lists of staff and API tokens, which are few. The audit log is read page by page by its index, and counted.',
  },
  { path: 'src/server/jobs/housekeeping.ts', why: 'An hourly job over tables that it keeps small itself.' },
  { path: 'src/server/media/unused-uploads.ts', why: 'A daily job: any text may name an uploaded picture.' },
  { path: 'src/server/tracking/compute-daily-stats.ts', why: 'The report of a day, made once.' },
  {
    path: 'src/server/search/popular-store.ts',
    why: 'A cached report of the searches of 30 days; older ones are deleted.',
  },
  {
    path: 'src/server/orders/staff-orders-store.ts',
    why: "The staff's list: the number of all orders, and those of a state or a search; at most 100 ms at 50,000 orders.",
  },
];
