/** What is in a backup, as far as the tests ask for it again. */
export interface Contents {
  orders: number;
  /** A paid order; `token` opens it without a cookie, `total` is in the currency itself. */
  paid: { no: string; email: string; token: string; total: number };
  /** A line that could be ordered when the backup was made, and of which enough is left. */
  sold: { product: number; variant: number; price: number };
  /** `picture`: address of the one that was uploaded with it. */
  review: { product: number; picture: string };
}
