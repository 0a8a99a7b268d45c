// Preload with `--import`: sets the clock to SHOP_CLOCK at start and lets it run, so that pages with dates always render the
// same.
const shift = Date.parse(process.env.SHOP_CLOCK ?? '') - Date.now();
const Real = Date;
const now = () => Real.now() + shift;

globalThis.Date = new Proxy(Real, {
  construct: (target, words, self) => Reflect.construct(target, words.length > 0 ? words : [now()], self),
  apply: () => new Real(now()).toString(),
  get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
});
