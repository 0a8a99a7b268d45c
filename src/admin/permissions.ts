/** The permission that each act of a screen needs. The server checks again; screens only hide what it would reject. */
import type { Permission } from '#lib/staff/roles.ts';

interface ResourcePermissions {
  read: Permission;
  write: Permission;
}

const resources: Readonly<Record<string, ResourcePermissions>> = {
  orders: { read: 'orders:read', write: 'orders:write' },
};

const readActions = new Set(['list', 'show', 'export']);

/** Returns the permission for an act on a resource; null if any member of staff may do it. */
export function permissionFor(resource: string, action: string): Permission | null {
  const permissions = resources[resource];
  if (!permissions) return null;
  return readActions.has(action) ? permissions.read : permissions.write;
}
