/** Products that are suggested while somebody types; who asks for so many is told what suggestions are (SRCH-18, R74). */
export const suggestionCount = 5;
