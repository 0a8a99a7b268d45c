// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CardError, type CardFrame } from '#islands/checkout/card-frame.ts';
import { CardFields } from '#islands/checkout/Payment.tsx';

const origin = 'https://cards.example';
const card: { current: CardFrame | null } = { current: null };
let frame: CardFrame;
let sent: { type: string; id: number }[];
const events = {
  onSubmit: vi.fn(),
  onReady: vi.fn(),
  onUnavailable: vi.fn(),
};

const element = () => document.querySelector('iframe')!;

/** Dispatches a message from the frame's window. */
function say(data: object, from = origin, source: unknown = element().contentWindow) {
  const event = new MessageEvent('message', { data: { card: true, ...data }, origin: from });
  Object.defineProperty(event, 'source', { value: source });
  act(() => void window.dispatchEvent(event));
}

beforeEach(() => {
  vi.useFakeTimers();
  // happy-dom loads no frames and logs an error; only the messages between page and frame matter here.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const spy of Object.values(events)) spy.mockReset();
  render(
    <CardFields
      address={`${origin}/gateway/card-frame`}
      title="Card details"
      silent="The card service did not answer."
      card={card}
      {...events}
    />,
  );
  frame = card.current!;
  sent = [];
  const postMessage = (message: { type: string; id: number }, to: string) => {
    if (to === origin) sent.push(message);
  };
  Object.defineProperty(element(), 'contentWindow', { value: { postMessage }, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the card frame', () => {
  it('tells the frame whose page it is in, and reserves its height before it is there', () => {
    expect(element().src).toBe(`${origin}/gateway/card-frame?origin=${encodeURIComponent(location.origin)}`);
    const isBusy = () => element().parentElement!.getAttribute('aria-busy');
    expect([element().height, isBusy()]).toEqual(['188', 'true']);
    for (const [said, height] of [
      [240, '240'],
      [10, '100'],
      [6000, '600'],
    ] as const) {
      say({ type: 'height', height: said });
      expect(element().height).toBe(height);
    }
    say({ type: 'ready' });
    expect(isBusy()).toBeNull();
    vi.advanceTimersByTime(15_000);
    expect(events.onUnavailable).not.toHaveBeenCalled();
  });

  /** Messages to the frame that expect a response; messages with field styles do not. */
  const questions = () => sent.filter(({ id }) => id !== undefined);
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('asks a frame that is ready late once, as soon as it is, and waits for the answer from then on [PAY-09]', async () => {
    const token = frame.tokenise();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(questions()).toEqual([]);
    say({ type: 'ready' });
    await settle();
    expect(questions()).toEqual([{ type: 'tokenise', id: 1 }]);
    await vi.advanceTimersByTimeAsync(29_000);
    say({ type: 'token', id: 1, token: 'tok_1', brand: 'visa', last4: '4242' });
    expect(await token).toMatchObject({ token: 'tok_1' });
    expect(questions()).toHaveLength(1);
    const silent = expect(frame.tokenise()).rejects.toThrow('did not answer');
    await vi.advanceTimersByTimeAsync(30_000);
    await silent;
  });

  it('hands out a token, or the words that say what is wrong', async () => {
    say({ type: 'ready' });
    sent = [];
    const first = frame.tokenise();
    say({ type: 'token', id: sent[0]!.id, token: 'tok_1', brand: 'visa', last4: '4242' });
    expect(await first).toEqual({ token: 'tok_1', brand: 'visa', last4: '4242' });
    const second = frame.tokenise();
    say({ type: 'error', id: sent[1]!.id, message: 'Enter the card number.' });
    await expect(second).rejects.toThrow(new CardError('Enter the card number.'));
  });

  it('believes nobody but its own frame', async () => {
    say({ type: 'ready' });
    sent = [];
    const asked = frame.tokenise();
    const done = vi.fn();
    asked.then(done, () => {});
    say({ type: 'token', id: sent[0]!.id, token: 'evil' }, 'https://evil.example');
    say({ type: 'token', id: sent[0]!.id, token: 'evil' }, origin, window);
    say({ type: 'submit' }, 'https://evil.example');
    await vi.advanceTimersByTimeAsync(0);
    expect(done).not.toHaveBeenCalled();
    expect(events.onSubmit).not.toHaveBeenCalled();
    say({ type: 'submit' });
    expect(events.onSubmit).toHaveBeenCalledOnce();
  });

  it('gives up when the frame does not load, works when it comes after all, and asks nothing once it is gone', async () => {
    const pressed = expect(frame.tokenise()).rejects.toThrow('did not answer');
    await vi.advanceTimersByTimeAsync(15_000);
    await pressed;
    expect(events.onUnavailable).toHaveBeenCalledOnce();
    await expect(frame.tokenise()).rejects.toThrow('did not answer');
    expect(sent).toEqual([]);

    say({ type: 'ready' });
    expect(events.onReady).toHaveBeenCalledOnce();
    const open = frame.tokenise();
    expect(questions()).toHaveLength(1);
    const closed = expect(open).rejects.toThrow('was closed');
    cleanup();
    await closed;
    expect(card.current).toBeNull();
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('is closed for who still waits for the frame', async () => {
    const closed = expect(frame.tokenise()).rejects.toThrow('was closed');
    cleanup();
    await closed;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(events.onUnavailable).not.toHaveBeenCalled();
  });
});
