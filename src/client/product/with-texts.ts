import { loadStylesheet } from '../loading/load-stylesheet.ts';
import sheet from './overlays.css?url';

/** The overlays' stylesheet, loaded with the first overlay. */
export const loadOverlayStylesheet = () => loadStylesheet(sheet);

/** Loads a module with the overlays' texts; pages load neither until an overlay opens. */
export async function withTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([
    load(),
    import('./texts.ts').then(({ whenTextsReady }) => whenTextsReady()),
  ]);
  return module;
}

/** Loads a module with the overlays' texts and stylesheet. */
export async function withStyle<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([withTexts(load), loadOverlayStylesheet()]);
  return module;
}
