// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectPayPalButton } from '#client/product/paypal-place.ts';
import type { PayPalState } from '#islands/paypal/availability.ts';
import type { ExpressOptions } from '#islands/paypal/express-flow.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { createTranslate } from '#lib/messages/format.ts';
import { productData } from '../product/form-fixture.ts';
import { showForm } from '../product/shown-form.tsx';

const kit = vi.hoisted(() => ({
  ...{ isLost: true, asked: 0, accountType: 1 },
  read: [] as unknown[],
  framed: [] as string[],
}));
vi.mock('../../../../src/islands/paypal/availability.ts', () => ({
  setEarlyConfig: () => {},
  payPalState: () => ({
    config: {
      account_type: kit.accountType,
      express_pay_show: ['bag', 'detail'],
      min_amount: null,
      max_amount: null,
    },
    isAvailable: true,
    startsHidden: false,
  }),
  watchPayPal: (listener: (state: PayPalState | null) => void) => {
    listener(null);
    return () => {};
  },
}));
vi.doMock('../../../../src/islands/paypal/express-flow.ts', () => {
  kit.asked += 1;
  if (kit.isLost) throw new Error('lost');
  const createFlow = (options: ExpressOptions) => ({
    prepare: () => {},
    pay: async () => void kit.read.push(options.read()),
    frame: () => ({ address: 'about:blank', title: '', listen: () => void kit.framed.push(options.place) }),
  });
  return { createFlow };
});
vi.mock('#islands/adding/notices.tsx', () => {
  throw new Error('lost');
});

let element: HTMLElement;
let problems: string[];
let unheard: unknown[];
const hear = (error: unknown) => unheard.push(error);
const button = () => element.querySelector('button');
/** Waits for unhandled rejections, which Node reports last. */
const settle = async () => {
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setImmediate(resolve));
};

async function mount() {
  const { createExpressControl } = await import('#islands/paypal/express.ts');
  const express = createExpressControl({
    place: 'bag',
    text: createTranslate(defaultTexts),
    read: () => null,
    openCheckout: async () => null,
    onProblem: (message) => problems.push(message),
  });
  return { destroy: connectPayPalButton(element, express) };
}

beforeEach(() => {
  Object.assign(kit, { isLost: true, asked: 0, accountType: 1, read: [], framed: [] });
  document.body.innerHTML = '<div id="place"><button></button></div>';
  element = document.getElementById('place')!;
  problems = [];
  unheard = [];
  process.on('unhandledRejection', hear);
});
afterEach(() => {
  process.off('unhandledRejection', hear);
  vi.resetModules();
  vi.unstubAllGlobals();
});

it('says nothing when the button is only reached and its script is lost, and says so at the click [PPX-05]', async () => {
  const express = await mount();
  for (const sign of ['pointerenter', 'focusin']) button()!.dispatchEvent(new Event(sign));
  await vi.waitFor(() => expect(kit.asked).toBeGreaterThan(0));
  await settle();
  expect([problems, unheard]).toEqual([[], []]);
  button()!.click();
  await vi.waitFor(() => expect(problems).toEqual(['PayPal is not available at the moment.']));
  button()!.dispatchEvent(new Event('focusin'));
  express.destroy();
  await settle();
  expect(unheard).toEqual([]);
});

it('keeps its own button until PayPal’s frame is there, and a click asks for the frame again [PPX-05]', async () => {
  kit.accountType = 2;
  await mount();
  await vi.waitFor(() => expect(kit.asked).toBeGreaterThan(0));
  await settle();
  expect([problems, unheard, kit.framed]).toEqual([[], [], []]);
  button()!.click();
  await vi.waitFor(() => expect(problems).toHaveLength(1));
  kit.isLost = false;
  button()!.click();
  await vi.waitFor(() => expect(kit.framed).toEqual(['bag']));
  expect(button()).toBeNull();
  expect(kit.read).toEqual([]);
});

it('says what has to be chosen even where what would say it is lost [PPX-18]', async () => {
  kit.isLost = false;
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  const { mountProductPayPalButton } = await import('#islands/product/paypal-detail.ts');
  const form = showForm(productData());
  for (const radio of form.querySelectorAll<HTMLInputElement>('[type=radio]')) radio.checked = false;
  await mountProductPayPalButton(element, form);
  button()!.click();
  await vi.waitFor(() => expect(alert).toHaveBeenCalledWith('Please select Glaze'));
  await settle();
  expect([kit.read, unheard]).toEqual([[null], []]);
});
