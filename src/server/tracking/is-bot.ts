/** Programs that read the shop: their views are kept, marked, and left out of all figures. */

/** Crawlers name themselves by one of these; what opens pages in a browser nobody sits at, by the last row. Cubot makes telephones. */
const programs =
  /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|archiver|fetch|facebookexternalhit|whatsapp|embedly|preview|scan|monitor|uptime|curl|wget|python|java\/|go-http|node|axios|libwww|okhttp|httpclient|ruby|perl|headless|lighthouse|pagespeed|gtmetrix|phantom|selenium|puppeteer|playwright/i;

/**
 * Whether nobody looked at it.
 * @param userAgent as sent; a browser always sends one
 * @param isPrefetch the call was made by a page that was only prefetched or prerendered
 */
export function isBot(userAgent: string | undefined, isPrefetch: boolean): boolean {
  return isPrefetch || !userAgent || programs.test(userAgent);
}
