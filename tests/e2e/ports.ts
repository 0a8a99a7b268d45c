/** Who listens where, so that all files of tests may run at once. A shop takes two: the second is its sandbox's. */
const first = Number(process.env.E2E_PORT ?? 4380);

/** The first port of each file that starts shops of its own; its further ones follow, up to the next name. */
export const ports = {
  /** The shop all tests share. */
  shared: first,
  /** Four pairs: a shop, its metrics, one in front of it, `astro dev`. */
  processes: first + 2,
  budgets: first + 10,
  frameSettings: first + 12,
  /** Two pairs: the platform and the front. */
  twoShops: first + 14,
  /** Two servers, which share the sandbox of `shared`. */
  twoServers: first + 18,
  recommendSettings: first + 22,
  sections: first + 24,
  product: first + 26,
  addingSettings: first + 28,
  bagExamples: first + 30,
  injections: first + 32,
  renderedPages: first + 34,
  /** Two pairs: the built shop, `astro dev`. */
  sameRenderer: first + 36,
  /** Two pairs: a built shop, `astro dev`. */
  extended: first + 40,
  /** Two pairs each: one for each width. */
  gateways: first + 44,
  stripe: first + 48,
  edges: first + 52,
  bars: first + 56,
  /** Two pairs: one for each width. */
  pixels: first + 60,
  /** Two pairs: one for each width. */
  popups: first + 64,
  states: first + 68,
  pictures: first + 70,
};
