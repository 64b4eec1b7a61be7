import type { Fault } from '../errors/api-error.ts'

/** The fault of a field with a destination that is blocked; `path` is that of the field. */
export const blockedFault = (path = ''): Fault => ({
  path,
  message: 'leads to a host or page that the operator of this service has blocked',
  code: 'destination_blocked',
})
