/** Checks whether a caller may call an endpoint of the admin. */
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { rolePermissions } from '#lib/staff/roles.ts';
import type { Caller } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';

/** @throws Failure 10110 for an unknown caller, 10403 for one without the permission */
export function checkAccess(access: EndpointDefinition['access'], { staff, apiToken }: Caller): void {
  if (access === undefined) return;
  if (staff) {
    if (access === 'login' || rolePermissions[staff.role].includes(access)) return;
    throw new Failure(
      codes.notAllowed,
      `Your role "${staff.role}" does not have the permission "${access}". Ask an owner of the shop.`,
    );
  }
  if (!apiToken) throw new Failure(codes.notLoggedIn, 'Log in to the admin first.');
  if (access === 'login')
    throw new Failure(codes.notAllowed, 'An API token cannot do this. Log in to the admin.');
  if (apiToken.scopes.includes(access)) return;
  throw new Failure(
    codes.notAllowed,
    `The API token does not have the scope "${access}". Use a token that has it.`,
  );
}
