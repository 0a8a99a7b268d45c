/** Limits of the bag, without schemas, so that browser scripts can import them. */

/** Maximum units of one line; the server rejects more. */
export const maxLineQuantity = 9999;

/** Maximum lines in one add-to-cart event (API-116); a variant table may add more lines. */
export const maxLinesPerAdd = 50;
