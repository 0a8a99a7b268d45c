import { expect, test } from 'vitest';
import Footer from '#components/Footer.astro';
import { footerConfig, menuItem } from '#lib/contract/wire-theme.ts';
import { rendered } from './rendered.ts';

const menusData = [2, 3, 4].map((id) => ({
  ...{ id, title: `Menu ${id}` },
  menuList: [menuItem.parse({ id: 10 * id, name: `Link ${id}`, url: `/${id}` })],
}));

async function shown(footer: object): Promise<HTMLElement> {
  const answers = { 'GET /api/v1/test/getFooter': { ...footerConfig.parse(footer), menusData } };
  return (await rendered(Footer, {}, {}, '', { answers })).querySelector('footer')!;
}

const menu = (menuId: number, more: object = {}) => ({ type: 'menu', menuId, ...more });

test('columns are in the order of the layout and named by their place in it; a fifth menu is left out [FTR-02, FTR-03, FTR-13]', async () => {
  const footer = await shown({
    menus: [
      menu(3),
      menu(9),
      menu(2, { showTitle: false }),
      menu(4, { title: 'Own' }),
      { type: 'email', title: 'Letter', main: 'Seldom.', tip: 'Your mail' },
      menu(2),
      menu(3, { title: 'The fifth' }),
    ],
  });
  const columns = [...footer.querySelectorAll('.footer-column')].map((column) => [
    column.className.match(/footer-column-(\d)/)![1],
    column.querySelector('h2')?.textContent ?? '',
    column.querySelector('a')?.textContent?.trim() ?? '',
  ]);
  expect(columns).toEqual([
    ['1', 'Menu 3', 'Link 3'],
    ['3', '', 'Link 2'],
    ['4', 'Own', 'Link 4'],
    ['5', 'Letter', ''],
    ['6', 'Menu 2', 'Link 2'],
  ]);
  expect(footer.querySelector('.footer-email input')!.getAttribute('placeholder')).toBe('Your mail');
  expect(footer.querySelector('.footer-email p')!.textContent).toBe('Seldom.');
});

test('style and position are classes of the footer [FTR-18]', async () => {
  expect((await shown({})).className).toBe('footer footer-cols footer-left');
  const other = await shown({ footerMenuStyle: 2, footerMenuPosition: 'center' });
  expect(other.className).toBe('footer footer-rows footer-center');
});

test('copyright, cards and social icons show as they are switched [FTR-07, FTR-08, FTR-09, FTR-10, FTR-16, FTR-17]', async () => {
  const settings = {
    copyRightText: '© Us',
    socialLinks: { facebook: { url: 'https://facebook.example/m' }, twitter: { url: '' } },
    newSocialLinks: [{ icon: '/favicon.svg', url: 'https://mastodon.example/@m' }],
  };
  const on = await shown({ ...settings, showPayIcon: true, showRightSwitch: true });
  expect(on.querySelector('.footer-end > p')!.textContent).toBe('© Us');
  const cards = [...on.querySelectorAll('.footer-cards img')];
  expect(cards.map((card) => [card.getAttribute('width'), card.getAttribute('height')])).toEqual(
    Array(6).fill(['40', '26']),
  );
  expect(cards.every((card) => card.getAttribute('alt') !== '')).toBe(true);
  const links = [...on.querySelectorAll('.footer-social a')];
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['https://facebook.example/m', '_blank'],
    ['https://mastodon.example/@m', '_blank'],
  ]);
  expect(links.map((link) => link.firstElementChild!.localName)).toEqual(['svg', 'img']);
  const off = await shown({ ...settings, showPayIcon: false, showRightSwitch: false });
  expect(off.textContent).not.toContain('© Us');
  expect(off.querySelector('.footer-cards')).toBeNull();
});
