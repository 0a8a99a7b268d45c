import { loadStylesheet } from '../loading/load-stylesheet.ts';
import sheet from './overlays.css?url';

/** Loads the overlays' stylesheet, when the first overlay opens. */
export const loadOverlayStylesheet = () => loadStylesheet(sheet);

/** Loads an overlay's module together with the overlays' texts; pages load neither until an overlay opens. */
export async function withTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([
    load(),
    import('./texts.ts').then(({ whenTextsReady }) => whenTextsReady()),
  ]);
  return module;
}

/** Loads an overlay's module together with the overlays' texts and stylesheet. */
export async function withStyle<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([withTexts(load), loadOverlayStylesheet()]);
  return module;
}
