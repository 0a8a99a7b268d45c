/** Limits of the bag that its messages are checked by; without schemas, so that the browser may have them. */

/** Most pieces of one line; the server takes no more. */
export const maxLineQuantity = 9999;

/** Lines of one add that the shop is told of (API-116); a table of variants may add more. */
export const maxLinesPerAdd = 50;
