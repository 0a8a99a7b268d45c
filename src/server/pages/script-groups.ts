/**
 * Writes as one script what is always needed together. Cut into the pieces that are shared, as a bundler does by itself,
 * it weighs more: nothing is compressed across scripts.
 */
import type { Plugin } from 'vite';

/** What the scripts of nearly every page begin with, small pieces all of them. */
const page =
  /preload-helper|\/src\/(?:client\/(?:api\/call-headers|api\/client-id|header\/search-form|intent\/click-replay|loading\/when-near|marketing\/(?:start-marketing|after-load)|page\/display-mode|page\/is-plain-click|page\/opts-out-of-tracking|page\/remove-and-move-focus|stores\/storage|tracking\/track)|lib\/(?:forms\/debounce|messages\/fill|random-id|pages\/edit-mode|storage\/device-storage))\.ts$/;

/** Marketing events, on a product's page and in the bag, and countdowns, in the checkout, bars and popups too. */
const marketing = /\/src\/(?:client\/marketing\/(?:events|ticker)|lib\/marketing\/countdown)\.ts$/;

/** What every surface of the bag begins with: its island, the product form, the cards' quick add. */
const bag =
  /\/src\/(?:islands\/adding\/notify|client\/(?:checkout\/order-trace|intent\/astro-internals|loading\/load-stylesheet|page\/announce|page\/on-restore)|client\/bag\/(?:actions|badge|bag-view|store)|lib\/contract\/bag-limits|lib\/bag\/(?:bag-codec|bag-sync|capacity|changes|checkout-groups|line))\.ts$/;

/** What the bag costs, for the one that opens and the page, each of which is there when the other cannot be had. */
const quote =
  /\/src\/(?:client\/bag\/page-pricing|islands\/bag\/use-bag|lib\/bag\/(?:bag-view-model|pricing|quote))\.ts$/;

/** The contents of the bag, in the drawer or on the bag's page. */
const contents =
  /\/src\/(?:client\/bag\/companions|islands\/bag\/(?:Amount|BagBody|BagGroup|BagLine|BagList|BagNotices|BagSummary|Banner|Check|CheckoutButton|Coupon|EventsPlace|FreeShipping|Notice|Quantity|use-checkout|use-restore-focus)|lib\/bag\/(?:bag-groups|bag-texts|companions|free-shipping|group-texts)|lib\/messages\/bag)\.tsx?$/;

/** How it is known whether PayPal can be paid with, and what its button does. */
const paypal = /\/src\/(?:islands\/paypal\/(?:availability|express)|lib\/paypal\/rules)\.ts$/;

/** From a surface into the bag. */
const adding =
  /\/src\/(?:client\/api\/session-id|islands\/(?:adding\/put-in-bag|after-add\/add-to-bag))\.ts$/;

/** What a bag with gifts needs, and one of whose quote something follows. */
const gifts = /\/src\/(?:client\/bag\/(?:declined|apply-pricing)|lib\/bag\/gifts)\.ts$/;

/** The product form; how it shows prices is what offers show them by. */
const form =
  /\/src\/(?:islands\/product\/(?:BuyBar|OptionPicker|ProductForm|QuantityField|ShownPrice|custom-options|load-customisation|use-buying|use-choice)|client\/product\/follow-variant|lib\/pages\/shown-variant)\.tsx?$/;

/**
 * What devices keep and islands share, what the page says of the shop, and what an amount is shown by, in the shop's currency or the
 * shopper's; React is not needed for it.
 */
const stores =
  /\/node_modules\/(?:nanostores|@nanostores\/persistent)\/|\/src\/(?:client\/(?:delivery\/where-to|page\/page-shop|stores\/(?:currency|engine|texts))|lib\/(?:currency\/(?:config|display)|money\/(?:decimal|format|limits|minor)))\.ts$/;

/** Hooks of many islands and the currency list, what fields are checked by, and how they suggest what to type. */
const hooks =
  /\/src\/(?:islands\/(?:use-part|currency\/(?:CurrencyPicker|use-shop-texts)|use-announced)|lib\/(?:ascii-email|forms\/(?:rules|suggest)))\.tsx?$/;

/** Fields of account, returns and reviews. A product page loads them without the rest of the account's forms. */
const fields = /\/src\/islands\/forms\/Field\.tsx$/;
const accountForms = /\/src\/islands\/forms\/(?:use-form|PasswordField)\.tsx$/;

/** What islands say. */
const words = /\/src\/lib\/(?:bag\/shop-texts|messages\/(?:default|format))\.ts$/;

/** How the shop is asked, and where a product and its pictures are. */
const api =
  /\/src\/(?:client\/(?:api\/api|language\/local-path)|lib\/(?:contract\/(?:call|codes)|language\/path|messages\/api-client|media\/picture|pages\/(?:addresses|picture-sources)))\.ts$/;

/** How what opens over a page gets its words and its sheet, and what a product's page needs as soon as the visitor acts. */
const overlay =
  /\/src\/(?:client\/(?:carousel\/gallery|quick-view\/messages|reviews\/review-ids|product\/with-texts|stores\/(?:device-list|liked|viewed))|islands\/product\/(?:choice|product-data)|lib\/catalog\/variant-table)\.ts$|\/client\/product\/overlays\.css/;

/** The list of what is wished for. */
const hearts = /\/src\/(?:client\/stores\/wishlist|lib\/wishlist\/[\w-]+)\.ts$/;

/** How a checkout is asked for, from the bag and past it. */
const checkout = /\/src\/(?:client\/checkout\/request-checkout|lib\/bag\/checkout)\.ts$/;

/** Addresses, states and words of an order, while it is placed and after. */
const orders =
  /\/src\/(?:islands\/checkout\/texts|lib\/(?:checkout\/(?:address-rules|phone-number|plain-signs)|marketing\/shop-event|orders\/(?:address|status)))\.ts$/;

/** What every island begins with. */
const react = /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\//;

export function scriptGroups(): Plugin {
  return {
    name: 'atoll-script-groups',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'client') return;
      const groups = Object.entries({
        adding,
        page,
        api,
        marketing,
        bag,
        contents,
        quote,
        form,
        fields,
        accountForms,
        gifts,
        hearts,
        hooks,
        orders,
        overlay,
        paypal,
        react,
        checkout,
        stores,
        words,
      }).map(([group, test]) => ({
        name: group,
        test,
        includeDependenciesRecursively: false,
      }));
      return {
        build: {
          // The lists of what each script brings along weigh more than they hasten. Sheets are asked for by their address. With
          // `polyfill`, which nothing of ours imports, Vite leaves out how it finds out what a browser knows.
          modulePreload: { polyfill: true, resolveDependencies: () => [] },
          rolldownOptions: {
            preserveEntrySignatures: 'allow-extension',
            output: { codeSplitting: { groups } },
          },
        },
      };
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const imports = new Map<string, readonly string[]>();
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') imports.set(output.fileName, output.imports);
      }
      const circle = findCircle(imports);
      // Browsers run one of them before what it imports is there: the islands that need it never wake, and nothing says so.
      if (circle) this.error(`Scripts that import each other: ${circle.join(' → ')}. Group them otherwise.`);
    },
  };
}

/**
 * Scripts that import each other.
 * @param imports names of the scripts that each imports statically, by name
 * @returns the names along the circle, the first of them again at the end; null when there is none
 */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const walk = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const circle = walk(next, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of imports.keys()) {
    const circle = walk(name, []);
    if (circle) return circle;
  }
  return null;
}
