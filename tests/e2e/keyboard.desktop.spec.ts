/** From the home page to the first checkout field by keyboard only, checking the focus at every stop. */
import type { Locator, Page } from '@playwright/test';
import { expect, scriptsReady, test } from './fixtures.ts';

/** Returns the fault of the focus: none, outside the viewport, covered (WCAG 2.4.11) or not visible (2.4.7); '' if fine. */
function findFocusFault(): string {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus';
  const name = element.outerHTML.replace(/\s+/g, ' ').slice(0, 120);
  // A link may draw its outline around the card it fills, a control around its label.
  const around = [element, element.closest('label'), element.nextElementSibling, element.parentElement];
  const marks = around.filter((one) => one !== null);
  const hasFrame = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
  const isMarked = marks.some((one) =>
    ['', '::after', '::before'].some((part) => hasFrame(getComputedStyle(one, part || null))),
  );
  if (!isMarked) return `has no frame: ${name}`;
  const isSeen = marks.slice(0, 3).some((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [0.1, 0.5, 0.9].some((across) =>
      [0.1, 0.5, 0.9].some((down) => {
        const hit = document.elementFromPoint(left + across * width, top + down * height);
        return hit !== null && (one.contains(hit) || hit === element.parentElement);
      }),
    );
  });
  return isSeen ? '' : `is out of sight or covered: ${name}`;
}

async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findFocusFault)).toBe('');
}

/** Presses Tab until the target has focus and checks every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab');
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} is not reached by Tab`);
}

test('home, menu, collection, product, choice, bag and checkout by keyboard alone, the focus in sight at every stop', async ({
  page,
}) => {
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/');
  const table = page.locator('.menu > li > details > summary', { hasText: 'Table' });
  await tabTo(page, table);
  await press('Enter');
  await scriptsReady(page);
  const all = page.locator('#menu').getByRole('link', { name: 'All of Table' });
  await tabTo(page, all);
  // Escape closes the menu and returns focus to its opener.
  await press('Escape');
  await expect(table).toBeFocused();
  await press('Enter');
  await tabTo(page, all);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Table' })).toBeVisible();

  // Skip the header and tab past the filters to the first product.
  await scriptsReady(page);
  await press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expectFocusSeen(page);
  await press('Enter');
  await tabTo(page, page.locator('.card-title').getByRole('link', { name: 'Tidal mug' }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tidal mug' })).toBeVisible();

  await scriptsReady(page);
  await press('Tab');
  await press('Enter');
  const choice = page.locator('#buy').getByRole('radio');
  await tabTo(page, choice.first());
  await press('ArrowRight');
  await expect(choice.nth(1)).toBeChecked();
  await expect(choice.nth(1)).toBeFocused();
  await expectFocusSeen(page);
  const add = page.locator('#buy').getByRole('button', { name: 'Add to bag' });
  await tabTo(page, add);
  await press('Space');
  const bag = page.getByRole('dialog').filter({ hasText: 'Tidal mug' });
  await expect(bag).toBeVisible();
  await expect(bag.locator(':focus')).toHaveCount(1);
  await expectFocusSeen(page);
  await press('Escape');
  await expect(bag).toBeHidden();
  await expect(add).toBeFocused();
  await expectFocusSeen(page);

  await press('Enter');
  await tabTo(page, bag.getByRole('button', { name: 'One more' }).first());
  await tabTo(page, bag.getByRole('button', { name: /^Checkout/ }));
  await press('Enter');
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('ada@example.com');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});
