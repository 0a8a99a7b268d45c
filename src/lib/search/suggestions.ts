/**
 * Number of products that are suggested while the shopper types. The server treats a search with this page size as a request for
 * suggestions (SRCH-18, R74).
 */
export const suggestionCount = 5;
