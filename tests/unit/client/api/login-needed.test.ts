// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goToLogin } from '#client/api/api.ts';

afterEach(() => vi.unstubAllGlobals());

describe('code 10110 (R25)', () => {
  it('goes to the login page with this page as the way back [ERR-02]', () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { pathname: '/cart', search: '?dc=SAVE', assign });
    goToLogin();
    expect(assign).toHaveBeenCalledWith('/login?return_url=%2Fcart%3Fdc%3DSAVE');
  });

  it('says so in an alert inside a frame, and stays [ERR-03, CR-6]', () => {
    const assign = vi.fn();
    const alert = vi.fn();
    vi.stubGlobal('location', { pathname: '/', search: '', assign });
    vi.stubGlobal('alert', alert);
    vi.stubGlobal('top', {});
    goToLogin();
    expect(alert).toHaveBeenCalledWith('Please log in first');
    expect(assign).not.toHaveBeenCalled();
    // A page in another language has its own text.
    document.body.innerHTML = '<div id="live" data-please-login="Bitte melde dich zuerst an"></div>';
    goToLogin();
    expect(alert).toHaveBeenLastCalledWith('Bitte melde dich zuerst an');
    document.body.replaceChildren();
  });
});
