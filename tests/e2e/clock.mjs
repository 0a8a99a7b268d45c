// Loaded with `--import` before a program: its clock begins at the instant SHOP_CLOCK names and goes on from there, so that
// pages which tell of days are the same whenever they are rendered.
const shift = Date.parse(process.env.SHOP_CLOCK ?? '') - Date.now();
const Real = Date;
const now = () => Real.now() + shift;

globalThis.Date = new Proxy(Real, {
  construct: (target, words, self) => Reflect.construct(target, words.length > 0 ? words : [now()], self),
  apply: () => new Real(now()).toString(),
  get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
});
