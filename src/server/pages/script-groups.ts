/**
 * Groups modules that always load together into one script, which compresses better than the shared chunks that a bundler creates
 * by default.
 */
import type { Plugin } from 'vite';

/** Small modules that nearly every page's script imports. */
const page =
  /preload-helper|\/src\/(?:client\/(?:api\/request-headers|api\/client-id|header\/search-form|intent\/click-replay|loading\/when-near|marketing\/(?:start-marketing|after-load)|page\/display-mode|page\/is-plain-click|page\/opts-out-of-tracking|page\/remove-and-move-focus|stores\/storage|tracking\/track)|lib\/(?:forms\/debounce|messages\/fill|random-id|pages\/edit-mode|storage\/device-storage))\.ts$/;

/** Marketing events on product pages and in the bag, and the countdown modules, which the checkout, bars and popups also use. */
const marketing = /\/src\/(?:client\/marketing\/(?:events|ticker)|lib\/marketing\/countdown)\.ts$/;

/** Modules shared by all parts of the bag: its island, the product form, and the quick add on product cards. */
const bag =
  /\/src\/(?:islands\/adding\/notify|client\/(?:checkout\/order-trace|intent\/astro-internals|loading\/load-stylesheet|page\/announce|page\/on-restore)|client\/bag\/(?:actions|badge|bag-view|store)|lib\/contract\/bag-limits|lib\/bag\/(?:bag-codec|bag-sync|capacity|changes|checkout-groups|line))\.ts$/;

/** Pricing of the bag, used by the bag drawer and the bag page. Each of them must work even if the other fails to load. */
const pricing =
  /\/src\/(?:client\/bag\/page-pricing|islands\/bag\/use-bag|lib\/bag\/(?:bag-pricing|bag-view-model|pricing))\.ts$/;

/** Contents of the bag, in the drawer and on the bag page. */
const contents =
  /\/src\/(?:client\/bag\/companions|islands\/bag\/(?:Amount|BagBody|BagGroup|BagLine|BagList|BagNotices|BagSummary|Banner|Checkbox|CheckoutButton|Coupon|BagEventsSlot|FreeShipping|Notice|Quantity|use-checkout|use-restore-focus)|lib\/bag\/(?:bag-groups|bag-texts|companions|free-shipping|group-texts)|lib\/messages\/bag)\.tsx?$/;

/** Availability of PayPal, and the actions of the PayPal button. */
const paypal = /\/src\/(?:islands\/paypal\/(?:availability|express)|lib\/paypal\/button-visibility)\.ts$/;

/** Adding a product to the bag. */
const adding =
  /\/src\/(?:client\/api\/session-id|islands\/(?:adding\/put-in-bag|after-add\/add-to-bag))\.ts$/;

/** Gifts, and applying a pricing response to the bag. */
const gifts = /\/src\/(?:client\/bag\/(?:declined|apply-pricing)|lib\/bag\/gifts)\.ts$/;

/** The product form; offers also use its modules, to display prices. */
const form =
  /\/src\/(?:islands\/product\/(?:BuyBar|OptionPicker|ProductForm|QuantityField|ChosenVariantPrice|custom-options|load-customisation|use-purchase-actions|use-choice)|client\/product\/update-page-for-variant|lib\/pages\/initial-variant)\.tsx?$/;

/**
 * Nanostores that are saved on the device and shared between islands, the page's shop data, and currency formatting. Must work
 * without React.
 */
const stores =
  /\/node_modules\/(?:nanostores|@nanostores\/persistent)\/|\/src\/(?:client\/(?:delivery\/visitor-location|page\/page-shop|stores\/(?:currency|engine|texts))|lib\/(?:currency\/(?:config|display)|money\/(?:decimal|format|limits|minor)))\.ts$/;

/** Hooks shared by many islands, the currency list, field validation and suggestions. */
const hooks =
  /\/src\/(?:islands\/(?:use-lazy-module|currency\/(?:CurrencyPicker|use-shop-texts)|use-announcement)|lib\/(?:normalise-email|forms\/(?:rules|suggest)))\.tsx?$/;

/** Form fields of the account, return and review forms. A product page loads them without the other modules of account forms. */
const fields = /\/src\/islands\/forms\/Field\.tsx$/;
const accountForms = /\/src\/islands\/forms\/(?:use-form|PasswordField)\.tsx$/;

/** Texts used by islands. */
const words = /\/src\/lib\/(?:bag\/shop-texts|messages\/(?:default|format))\.ts$/;

/** API client, product URLs and image URLs. */
const api =
  /\/src\/(?:client\/(?:api\/api|language\/local-path)|lib\/(?:contract\/(?:request|codes)|language\/path|messages\/api-client|media\/image|pages\/(?:paths|image-sources)))\.ts$/;

/** Texts and stylesheets of overlays, and modules that a product page needs on first interaction. */
const overlay =
  /\/src\/(?:client\/(?:carousel\/gallery|quick-view\/messages|reviews\/review-ids|product\/with-texts|stores\/(?:device-list|liked|viewed))|islands\/product\/(?:choice|product-data)|lib\/catalog\/variant-table)\.ts$|\/client\/product\/overlays\.css/;

const hearts = /\/src\/(?:client\/stores\/wishlist|lib\/wishlist\/[\w-]+)\.ts$/;

/** Modules that start a checkout, from the bag or with "buy now". */
const checkout = /\/src\/(?:client\/checkout\/request-checkout|lib\/bag\/checkout)\.ts$/;

/** Modules for an order's postal addresses, statuses and texts, shared by checkout and order pages. */
const orders =
  /\/src\/(?:islands\/checkout\/texts|lib\/(?:checkout\/(?:address-rules|phone-number|plain-characters)|marketing\/shop-event|orders\/(?:address|status)))\.ts$/;

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
        pricing,
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
          // Disables preload lists: their bytes cost more time than preloading saves, and stylesheets are loaded by URL. With
          // `polyfill: true`, Vite omits its check for modulepreload support; none of our modules imports the polyfill itself.
          modulePreload: { polyfill: true, resolveDependencies: () => [] },
          rolldownOptions: {
            preserveEntrySignatures: 'allow-extension',
            // Hashes do not compress: each name in an import costs its length. Seven characters are the bundler's minimum for this number of files.
            output: { codeSplitting: { groups }, chunkFileNames: '_astro/[name].[hash:7].js' },
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
      const circle = findImportCycle(imports);
      // Fails the build if scripts import each other: a browser would run one of them before its imports, and the islands that need
      // it would never hydrate, without any error.
      if (circle)
        this.error(`Scripts that import each other: ${circle.join(' → ')}. Group them differently.`);
    },
  };
}

/**
 * Finds scripts that import each other.
 * @param imports static imports of each script, by script name
 * @returns the script names along the cycle, with the first one repeated at the end; null if there is no cycle
 */
export function findImportCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
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
