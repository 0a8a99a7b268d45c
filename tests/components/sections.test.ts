import { describe, expect, test } from 'vitest';
import PageSections from '#components/PageSections.astro';
import { parsePageModel } from '#lib/theme/page-model.ts';
import { readSections } from '#sections/read-sections.ts';
import Sections from '#sections/Sections.astro';
import { settingSchemas } from '#server/theme/settings.ts';
import Home from '../../src/pages/index.astro';
import { rendered } from './rendered.ts';

type Model = Record<string, Record<string, unknown>>;

const shopData = {
  ...{ name: 'Marram', tagline: '', description: '', lang: 'en', origin: 'https://shop.example', bag: {} },
  ...{ headerMenuId: 1, footerMenuIds: [2], themeCss: '/theme-1.css', productEvents: [], sameAs: [] },
};

const picture = (id: string) => ({ id, width: 900, height: 1200, alt: id, color: '#abcdef' });
const card = (id: number) => ({
  ...{ id, seo_url: `p${id}`, title: `Product ${id}`, sale_price: 20, compare_at_price: null },
  ...{ original_price: 20, price_varies: false, original: null, second: null, img_size: '3:4' },
  ...{ options_image: [], comment_num: 0, comment_avg_star: 0, sku_id: id, sale_status: 1 },
  ...{ in_stock: true, isPreSale: false, isNew: false, noOptions: true, has_custom_props: false },
});
const collection = (id: number, title: string) => ({
  ...{ id, title, seo_url: title.toLowerCase(), picture: picture(`own${id}`) },
});
const table = { ...collection(1, 'Table'), product_list: [card(1), card(2)] };
const answers = {
  'GET /api/v1/test/getFeaturedCollection': table,
  'GET /api/v1/test/getCollections': [collection(3, 'Wood'), collection(1, 'Table')],
};

/** Renders the sections of a model as on the home page. */
const shown = (model: Model, more: Record<string, unknown> = {}, path = '/') =>
  rendered(Sections, { sections: readSections(parsePageModel(model)), leads: true }, {}, '', {
    ...{ path, answers: { ...answers, ...more } },
  });

const texts = (place: Element, selector: string) =>
  [...place.querySelectorAll(selector)].map((one) => one.textContent!.replace(/\s+/g, ' ').trim());

describe('the home page', () => {
  const item = (id: number, name: string) => ({
    id,
    name,
    type: 0,
    url: `/${id}`,
    imgUrl: '',
    imgAlt: '',
    menuList: [],
  });
  const asked: string[] = [];
  const page = async (model: Model) =>
    (
      await rendered(Home, {}, {}, '', {
        answers: {
          'GET /api/v1/storefront/shop': shopData,
          'GET /api/v1/test/getModel': model,
          'GET /api/v1/test/getHeader': { ...settingSchemas.header.parse({ logoUrl: '/a.svg' }), menu: [] },
          'GET /api/v1/test/getFooter': ({ query: { ids } }: { query: { ids: string } }) => {
            asked.push(ids);
            return {
              ...settingSchemas.footer.parse({ menus: [{ type: 'menu', menuId: 2, title: 'Everywhere' }] }),
              menusData: [
                { id: 2, title: 'Everywhere', menuList: [item(2, 'Shipping')] },
                { id: 7, title: 'Here', menuList: [item(1, 'Only at home')] },
              ],
            };
          },
          'GET /api/v1/normal-popups': [],
          'GET /api/v1/popups': [],
          'GET /api/v2/cart/empty/discount': [],
        },
      })
    ).querySelector('#header, footer')!.parentElement!;

  test('has the header and footer of its model where that has them, field by field [HOME-02, HOME-05]', async () => {
    const plain = await page({});
    expect(plain.querySelector('.header')!.classList).toContain('header-left');
    expect(texts(plain, 'footer h2')).toEqual(['Everywhere']);
    expect(plain.querySelectorAll('.footer-social a')).toHaveLength(0);
    const own = await page({
      header1: { header_style: 2 },
      footer99: {
        menus: [{ type: 'menu', menuId: 7 }],
        socialLinks: { instagram: { url: 'https://pictures.example' } },
        showPayIcon: true,
      },
    });
    expect(own.querySelector('.header')!.classList).toContain('header-centre');
    expect(own.querySelector('.logo img')!.getAttribute('src')).toBe('/a.svg');
    expect(texts(own, 'footer h2')).toEqual(['Here']);
    expect(texts(own, '.footer-links')).toEqual(['Only at home']);
    expect(own.querySelector('.footer-social a')!.getAttribute('href')).toBe('https://pictures.example');
    expect(asked.at(-1)).toBe('2,7');
  });
});

describe('the sections of a page', () => {
  test('follow their numbers, and a name that no section has shows nothing [HOME-01, HOME-03, HOME-07, HOME-21]', async () => {
    const place = await shown({
      ...{ richText20: { title: 'Last' }, sparkles15: { title: 'Nobody' }, richText3: { title: 'First' } },
      richText7: { title: 7 },
    });
    expect(texts(place, 'h2')).toEqual(['First', 'Last']);
  });

  test('give the page its only h1 where a banner comes first', async () => {
    const slide = (title: string) => ({ items: [{ picture: picture('a'), title }] });
    const first = await shown({ banner1: slide('Spring'), banner2: slide('Summer') });
    expect([texts(first, 'h1'), texts(first, 'h2')]).toEqual([['Spring'], ['Summer']]);
    expect(texts(await shown({ richText1: { title: 'Words' }, banner2: slide('Summer') }), 'h1')).toEqual([]);
  });

  test('below products and collections are those of their model, without an h1', async () => {
    const model = { banner2: { items: [{ picture: picture('a'), title: 'Below' }] } };
    const asked: unknown[] = [];
    const place = await rendered(PageSections, { page: 'detail' }, {}, '', {
      answers: {
        ...answers,
        'GET /api/v1/test/getModel': (input: unknown) => {
          asked.push(input);
          return model;
        },
      },
    });
    expect([texts(place, 'h2'), asked]).toEqual([['Below'], [{ query: { page: 'detail' } }]]);
  });
});

describe('a banner', () => {
  const items = [1, 2].map((at) => ({
    ...{ picture: picture(`s${at}`), title: `Slide ${at}`, link: `/pages/${at}`, link_text: `Open ${at}` },
  }));
  const banner = async (fields: object) =>
    (await shown({ banner1: { items, ...fields } })).querySelector<HTMLElement>('.banner')!;

  test('names its height and its speed; without a speed it says none [HOME-10, HOME-17]', async () => {
    const own = await banner({});
    expect([own.className, own.dataset.speed]).toEqual(['banner banner-auto', undefined]);
    const other = await banner({ height: 'large', speed: 5 });
    expect([other.className, other.dataset.speed]).toEqual(['banner banner-large', '5']);
  });

  test('turns with two slides or more, unless autoplay is off', async () => {
    const data = async (fields: object) => {
      const { carousel, autoplay } = (await banner(fields)).dataset;
      return [carousel, autoplay];
    };
    expect(await data({})).toEqual(['', '']);
    expect(await data({ autoplay: false })).toEqual(['', undefined]);
    expect(await data({ items: items.slice(0, 1) })).toEqual([undefined, undefined]);
  });

  test('has a link to each of its slides [HOME-18]', async () => {
    const place = await banner({});
    const slides = [...place.querySelectorAll('.banner-slide')].map(({ id }) => `#${id}`);
    expect([...place.querySelectorAll('.carousel-dots a')].map((dot) => dot.getAttribute('href'))).toEqual(
      slides,
    );
    expect(texts(place, '.banner-slide .button')).toEqual(['Open 1', 'Open 2']);
  });
});

describe('a section of products', () => {
  const fields = { collection_id: 1, one_rows_num: 3, rows_num: 2 };

  test.each(['featured_collection_1', 'productalbum1'])(
    '%s asks for as many products as it has places and shows what comes [HOME-06]',
    async (key) => {
      const asked: unknown[] = [];
      const featured = (input: unknown) => {
        asked.push(input);
        return table;
      };
      const model = { [key]: { ...fields, picture: picture('album') } };
      const place = await shown(model, { 'GET /api/v1/test/getFeaturedCollection': featured });
      expect(asked).toEqual([{ query: { collectionId: 1, size: 6 } }]);
      expect(texts(place, '.card-title')).toEqual(['Product 1', 'Product 2']);
      expect(texts(place, 'h2')).toEqual(['Table']);
      expect(place.querySelector('ul')!.className).toMatch(/\brows-of-3\b/);
    },
  );

  test('is a grid, or rows to leaf through [HOME-09, HOME-19]', async () => {
    const list = async (more: object) =>
      (await shown({ featuredCollection1: { ...fields, ...more } })).querySelector('[data-track]')!.className;
    expect(await list({})).toBe('cards rows-of-3');
    expect(await list({ layout: 'carousel', carousel_rows: 1 })).toBe('leaf leaf-1 leaf-mobile-2 rows-of-3');
  });

  test('whose collection is empty or gone leaves nothing', async () => {
    for (const gone of [null, { ...table, product_list: [] }]) {
      const featured = { 'GET /api/v1/test/getFeaturedCollection': gone };
      expect(texts(await shown({ featuredCollection1: fields }, featured), 'section')).toEqual([]);
    }
  });
});

test('collections are tiles in the order they come, with the picture of the setting before their own [HOME-08]', async () => {
  const items = [{ collection_id: 3, picture: picture('set') }, { collection_id: 1 }];
  const asked: unknown[] = [];
  const collections = (input: unknown) => {
    asked.push(input);
    return answers['GET /api/v1/test/getCollections'];
  };
  const place = await shown(
    { collections1: { items, shape: 'upright' } },
    { 'GET /api/v1/test/getCollections': collections },
  );
  expect(asked).toEqual([{ query: { collectionIds: '3,1' } }]);
  expect(texts(place, '.tile-title')).toEqual(['Wood', 'Table']);
  expect(
    [...place.querySelectorAll('.tile img')].map((image) => image.getAttribute('src')?.split('/')[2]),
  ).toEqual(['set', 'own1']);
  expect(place.querySelector('.tiles')!.className).toBe('tiles tiles-upright rows-of-3');
});

test('titles lead to their slides [HOME-20]', async () => {
  const items = ['Linen', 'Wood', 'Clay'].map((title) => ({ picture: picture(title), title }));
  const place = await shown({ titleSwitch1: { items } });
  const slides = [...place.querySelectorAll('.switch-slide')];
  expect(slides.map((slide) => slide.querySelector('h3, h2')!.textContent)).toEqual([
    'Linen',
    'Wood',
    'Clay',
  ]);
  for (const slide of slides)
    expect(place.querySelector(`a[href="#${slide.id}"]`)!.textContent).toContain(
      slide.querySelector('h3, h2')!.textContent,
    );
});

test('texts, facts, badges, questions and articles say what their settings say', async () => {
  const article = (id: number) => ({
    ...{ id, title: `Article ${id}`, seo_url: `a${id}`, excerpt: '', picture: null, published_at: 0 },
  });
  const badge = { title: 'Promises', visible: true, items: [{ title: 'Kept', content: 'Sent in a day' }] };
  const place = await shown(
    {
      richText1: { title: 'Words', paragraphs: ['One.', 'Two.'], facts: [{ title: 'Fact', text: 'True' }] },
      questions2: { items: [{ question: 'Is it safe?', answer: 'It is.' }] },
      trust3: { title: 'Promised' },
      blog4: { count: 2 },
    },
    {
      'GET /api/v2/shop/trust/get': { contents: JSON.stringify([badge, { ...badge, visible: false }]) },
      'GET /api/v1/storefront/articles': { list: [1, 2, 3].map(article) },
    },
  );
  expect(texts(place, '.prose p')).toEqual(['One.', 'Two.']);
  expect(texts(place, '.rich + .facts > div > *')).toEqual(['Fact', 'True']);
  expect(texts(place, 'details.question:not([open]) > p')).toEqual(['It is.']);
  expect(texts(place, 'ul.facts li > *')).toEqual(['Kept', 'Sent in a day']);
  expect(texts(place, '.columns.rows-of-2 .article-card')).toHaveLength(2);
});

test('a film fetches nothing before it is started', async () => {
  const film = { title: 'The kiln', video: '/films/kiln.webm', poster: picture('still') };
  const video = (await shown({ video1: film })).querySelector('video')!;
  expect(video.getAttribute('preload')).toBe('none');
  expect(video.hasAttribute('autoplay')).toBe(false);
  expect(video.querySelector('source')!.getAttribute('type')).toBe('video/webm');
});

test.each([
  ['/', 3],
  ['/products/tidal-mug', 8],
  ['/collections/table', 9],
  ['/pages/about', 10],
])(
  'the newsletter below %s says that it stands there: %i [NEWS-11, NEWS-12, NEWS-13, NEWS-14]',
  async (path, source) => {
    const place = await shown({ subscribe1: { title: 'A letter', tip: 'Your mail' } }, {}, path);
    const island = place.querySelector('astro-island')!;
    expect(JSON.parse(island.getAttribute('props')!).sourceType).toEqual([0, source]);
    expect(place.querySelector('input')!.getAttribute('placeholder')).toBe('Your mail');
  },
);
