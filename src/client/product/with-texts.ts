import { loadStylesheet } from '../loading/load-stylesheet.ts';
import sheet from './overlays.css?url';

/** The sheet of what opens over the product page; fetched with the first of it. */
export const overlayStyle = () => loadStylesheet(sheet);

/** Loads a part of the product's page together with the words it says, which no page pays for that does not open it. */
export async function withTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([
    load(),
    import('./texts.ts').then(({ whenTextsReady: wordsReady }) => wordsReady()),
  ]);
  return module;
}

/** Loads what needs the sheet of what opens over the page as well. */
export async function withStyle<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([withTexts(load), overlayStyle()]);
  return module;
}
