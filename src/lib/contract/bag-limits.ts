/** Limits of the bag, without schemas, so that browser scripts can import them. */

/** Maximum quantity of one line; the server rejects a higher one. */
export const maxLineQuantity = 9999;

/** Maximum number of lines in one add-to-cart event (API-116); adding from a variant table can create more lines. */
export const maxLinesPerAdd = 50;
