/** Number of products suggested while typing. The server treats a search with this page size as a suggestion (SRCH-18, R74). */
export const suggestionCount = 5;
