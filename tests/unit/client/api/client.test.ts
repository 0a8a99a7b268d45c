// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#client/api/api.ts';

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const leave = vi.fn();
const headersOf = (call = 0) => fetched.mock.calls[call]![1].headers as Record<string, string>;

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async () => Response.json({ code: 0, msg: '', data: { current_time: 5 } }));
  vi.spyOn(location, 'assign').mockImplementation(leave);
});
afterEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
});

describe('the browser’s client', () => {
  it('answers the envelope: code 0 with data, any other code with its msg [ERR-01]', async () => {
    expect(await api('GET /api/v1/getSysTime')).toEqual({ code: 0, msg: '', data: { current_time: 5 } });
    fetched.mockImplementation(async () => Response.json({ code: 30001, msg: 'Unknown code', data: null }));
    expect(await api('GET /api/v1/getSysTime')).toEqual({ code: 30001, msg: 'Unknown code', data: null });
  });

  it('sends POST and PUT as JSON, an empty body as {} [ERR-07]', async () => {
    await api('POST /api/v1/customer/logout', { body: {} });
    await api('PUT /api/v1/comments/:id/like', { params: { id: 4 }, body: { distinct_id: 'me' } });
    await api('PUT /api/v1/customer/subscribe/status', { query: { aesCode: 'a b', status: '1' } });
    expect(fetched.mock.calls.map(([path, init]) => [init.method, path, init.body])).toEqual([
      ['POST', '/api/v1/customer/logout', '{}'],
      ['PUT', '/api/v1/comments/4/like', '{"distinct_id":"me"}'],
      ['PUT', '/api/v1/customer/subscribe/status?aesCode=a+b&status=1', '{}'],
    ]);
    for (const call of [0, 1, 2]) expect(headersOf(call)['content-type']).toBe('application/json');
  });

  it('sends the time zone with every call [ERR-08]', async () => {
    await api('GET /api/v1/getSysTime');
    expect(headersOf()['time-zone']).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('sends the token when there is one, and only then [ERR-09]', async () => {
    await api('GET /api/v1/getSysTime');
    expect(headersOf()).not.toHaveProperty('token');
    localStorage.setItem('frontToken', 'abcdefgh');
    await api('GET /api/v1/getSysTime');
    expect(headersOf(1).token).toBe('abcdefgh');
  });

  it('sends credentials [ERR-10]', async () => {
    await api('GET /api/v1/getSysTime');
    expect(fetched.mock.calls[0]![1].credentials).toBe('include');
  });

  it('turns no network, no JSON and no envelope into code 90000 with words for the shopper [ERR-05]', async () => {
    const failures = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      async () => Response.json(null),
      async () => Response.json({ hello: 1 }),
    ];
    for (const failure of failures) {
      fetched.mockImplementationOnce(failure);
      expect(await api('GET /api/v1/getSysTime')).toEqual({
        code: 90000,
        msg: 'We could not reach the shop. Try again.',
        data: null,
      });
    }
  });

  it('says so in the page’s language, which the layout has ready for when nothing can be fetched [CR-6]', async () => {
    document.body.innerHTML = '<div id="live" data-shop-unreachable="Nicht zu erreichen."></div>';
    fetched.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await api('GET /api/v1/getSysTime')).toMatchObject({ code: 90000, msg: 'Nicht zu erreichen.' });
    document.body.replaceChildren();
  });

  it('gives up after its timeout and when its caller does', async () => {
    fetched.mockImplementation((_path, { signal }) => {
      const aborted = Promise.withResolvers<Response>();
      const refuse = () => aborted.reject(signal!.reason);
      if (signal!.aborted) refuse();
      else signal!.addEventListener('abort', refuse);
      return aborted.promise;
    });
    expect(await api('GET /api/v1/getSysTime', undefined, { timeout: 5 })).toMatchObject({ code: 90000 });
    expect(await api('GET /api/v1/getSysTime', undefined, { signal: AbortSignal.abort() })).toMatchObject({
      code: 90000,
    });
  });

  it('goes to the login page on 10110 unless the call says not to [ERR-02]', async () => {
    fetched.mockImplementation(async () => Response.json({ code: 10110, msg: 'Please log in', data: null }));
    await api('GET /api/v1/getSysTime', undefined, { jumpLogin: false });
    expect(leave).not.toHaveBeenCalled();
    await api('GET /api/v1/getSysTime');
    expect(leave).toHaveBeenCalledOnce();
  });
});
