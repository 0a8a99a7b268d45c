/** react-admin's access to the login: who is logged in, and what this member of staff may do. */
import type { AuthProvider } from 'react-admin';
import * as codes from '#lib/contract/codes.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { ApiError, type CallApi } from './api.ts';
import { permissionFor } from './permissions.ts';

export type Me = ResponseData<Endpoints['GET /api/v1/admin/me']>;

export interface Credentials {
  email: string;
  password: string;
  /** Second factor: a code of the authenticator app, or a recovery code. */
  code?: string;
}

/** Thrown by `login` if the password is right and the account has a second factor. */
export class CodeRequiredError extends Error {}

/** Returns react-admin's provider. `me` is fetched once per login, although react-admin checks it on every page. */
export function createAuthProvider(call: CallApi): AuthProvider & { me(): Promise<Me> } {
  let me: Promise<Me> | null = null;
  const forget = () => {
    me = null;
  };
  const fetchMe = (): Promise<Me> => {
    if (me === null) {
      const fetched = call('GET /api/v1/admin/me');
      me = fetched;
      fetched.catch(() => {
        if (me === fetched) forget();
      });
    }
    return me;
  };
  return {
    me: fetchMe,
    async login({ email, password, code }: Credentials) {
      const body = { email: email.trim(), password, ...(code?.trim() && { code: code.trim() }) };
      const { logged_in } = await call('POST /api/v1/admin/login', { body });
      if (!logged_in) throw new CodeRequiredError();
      forget();
    },
    async logout() {
      const wasLoggedIn = me !== null;
      forget();
      // react-admin also logs out when it finds no login; then there is no session to end.
      if (wasLoggedIn) await call('POST /api/v1/admin/logout').catch(() => {});
    },
    checkAuth: async () => {
      await fetchMe();
    },
    async checkError(error: unknown) {
      if (!(error instanceof ApiError) || error.code !== codes.notLoggedIn) return;
      forget();
      throw error;
    },
    async getIdentity() {
      const { id, name, email } = await fetchMe();
      return { id, fullName: name || email };
    },
    // react-admin also requests this on the setup page, where an error would lead to the login.
    getPermissions: () =>
      fetchMe().then(
        ({ permissions }) => permissions,
        () => [],
      ),
    async canAccess({ resource, action }) {
      const needed = permissionFor(resource, action);
      return needed === null || (await fetchMe()).permissions.includes(needed);
    },
  };
}
