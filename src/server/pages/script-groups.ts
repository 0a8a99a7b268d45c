/**
 * Writes as one script what is always needed together. Cut into the pieces that are shared, as a bundler does by itself,
 * it weighs more: nothing is compressed across scripts.
 */
import type { Plugin } from 'vite';

/** What the scripts of nearly every page begin with, small pieces all of them. */
const page =
  /preload-helper|\/src\/(?:client\/(?:click-replay|client-id|header\/search-form|is-plain-click|when-near|marketing\/starts|storage)|lib\/(?:forms\/debounce|fill|random-id|pages\/edit-mode|storage\/device-storage))\.ts$/;

/** Marketing events, on a product's page and in the bag. */
const marketing = /\/src\/client\/marketing\/(?:events|product-events)\.ts$/;

/** What every surface of the bag begins with: its island, the product form, the cards' quick add. */
const bag =
  /\/src\/(?:client\/adding\/notify|client\/announce|client\/(?:checkout\/order-trace|display-mode|load-stylesheet|on-restore|seams)|client\/bag\/(?:actions|badge|bag-view|store)|lib\/contract\/bag-limits|lib\/bag\/(?:bag-sync|capacity|changes|line|line-equality|bag-codec))\.ts$/;

/** What a bag with gifts needs, and one of whose quote something follows. */
const gifts = /\/src\/(?:client\/bag\/(?:declined|follow-quote)|lib\/bag\/gifts)\.ts$/;

/** What an amount is shown by, in the shop's currency or the shopper's. */
const money = /\/src\/lib\/(?:currency\/(?:config|display)|money\/(?:decimal|format|minor))\.ts$/;

/** The product form; how it shows prices is what offers show them by. */
const form =
  /\/src\/(?:islands\/product\/(?:OptionPicker|ProductForm|QuantityField|ShownPrice|chosen-line|custom-fields|live-variants|problem|use-buying|use-choice|use-customisation)|client\/product\/follow-variant|lib\/(?:media\/upload|pages\/shown-variant))\.tsx?$/;

/** What devices keep and islands share; React is not needed for it. */
const stores =
  /\/node_modules\/(?:nanostores|@nanostores\/persistent)\/|\/src\/client\/stores\/(?:currency|engine)\.ts$/;

/** Where a product is, and its pictures. */
const pictures = /\/src\/lib\/(?:media\/picture|pages\/(?:addresses|picture-sources))\.ts$/;

/** Hooks of many islands. */
const hooks = /\/src\/islands\/(?:bag\/use-part|currency\/use-words|use-announced)\.ts$/;

/** What islands say. */
const words = /\/src\/lib\/(?:bag\/shop-words|text)\.ts$/;

/** How the shop is asked. */
const api =
  /\/src\/(?:client\/(?:api|language\/local-path)|lib\/(?:contract\/(?:call|codes)|language\/path|search\/suggest|forms\/suggest))\.ts$/;

/** How what opens over a page gets its words and its sheet, and what a product's page needs as soon as somebody is there. */
const overlay =
  /\/src\/(?:client\/(?:gallery|quick-view-messages|reviews\/review-ids|product\/(?:overlay-style|with-words)|stores\/(?:device-list|liked|viewed))|islands\/product\/(?:choice|product-data)|lib\/catalog\/variant-table)\.ts$/;

/** What somebody types is checked by. */
const rules = /\/src\/lib\/forms\/rules\.ts$/;

/** What every island begins with. */
const react = /\/node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\//;

export function scriptGroups(): Plugin {
  return {
    name: 'atoll-script-groups',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'client') return;
      const groups = Object.entries({
        page,
        pictures,
        api,
        marketing,
        bag,
        form,
        gifts,
        hooks,
        money,
        overlay,
        react,
        rules,
        stores,
        words,
      }).map(([group, test]) => ({
        name: group,
        test,
        includeDependenciesRecursively: false,
      }));
      return {
        build: {
          // The lists of what each script brings along weigh more than they hasten. Sheets are asked for by their address.
          modulePreload: false,
          rolldownOptions: {
            preserveEntrySignatures: 'allow-extension',
            output: { codeSplitting: { groups } },
          },
        },
      };
    },
  };
}
