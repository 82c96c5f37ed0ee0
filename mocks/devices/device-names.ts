import { HttpError } from '../base/http-error.ts'

/** Throws 400 unless a UUID has 32 or 62 lowercase hexadecimal digits (docs/platform/errors.md). */
export function checkDeviceUuid(uuid: string): void {
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{62})$/.test(uuid)) return
  throw new HttpError(400, 'Device UUID must be a 32 or 62 character long lower case hex string.')
}

/** Throws 400 on a name with line breaks (docs/platform/errors.md). */
export function checkDeviceName(name: string): void {
  if (!/[\r\n]/.test(name)) return
  throw new HttpError(400, 'Device name cannot contain any newline characters.')
}
