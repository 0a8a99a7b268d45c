/** The merchant's tokens and section values as a style sheet: pages carry no style attributes. Pure. */
import { createHash } from 'node:crypto';
import type { Setting } from './settings.ts';

interface Look {
  tokens: Setting<'tokens'>;
  header: Setting<'header'>;
  footer: Setting<'footer'>;
  trust: Setting<'trust'>;
}

/** Writes the sheet. The settings' schemas let no value through that could end its declaration. */
export function themeCss({ tokens, header, footer, trust }: Look): string {
  const root = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  root.push(
    `--header-height:${header.headerHeight}px`,
    `--menu-height:${header.menuHeight}px`,
    `--header-mobile-height:${header.headerMobileHeight}px`,
    `--logo-width:${header.logoWidth}px`,
    `--logo-mobile-width:${header.logoMobileWidth}px`,
    `--notice-color:${header.bgColor}`,
    `--on-notice:${header.fontColor}`,
    `--trust-color:${trust.topic_color}`,
  );
  const columns = footer.menus.map(
    (entry, index) => `.footer-column-${index + 1}{--column-width:${entry.width}%}`,
  );
  const badges = Object.values(header.menuCustom).map(
    (badge, index) =>
      `.menu-badge-${index + 1}{background:${badge.popperColor};color:${badge.textColor};` +
      `border-radius:${badge.shapeType === 1 ? 0 : 10}px}`,
  );
  return [`:root{${root.join(';')}}`, ...columns, ...badges].join('\n');
}

/** Part of a sheet's address: changes with its content, so the sheet can be cached for ever. */
export function themeHash(css: string): string {
  return createHash('sha256').update(css).digest('hex').slice(0, 12);
}
