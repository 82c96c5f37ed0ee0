import { chosenExpiry, type KeyLife } from '@/domain/access/key-expiry.ts'
import { addDeviceText as text } from '@/messages/fleets/fleet-add-device.ts'

export const fileTypes = ['.zip', '.gz', '.img'] as const
/** File format of an image. */
export type FileType = (typeof fileTypes)[number]

/** Image settings in the form, besides the version. */
export interface ImageSettings {
  kind: 'ethernet' | 'wifi'
  ssid: string
  passphrase: string
  addressing: 'automatic' | 'fixed'
  ip: string
  netmask: string
  gateway: string
  /** Poll interval in minutes, as typed. */
  interval: string
  keyName: string
  keyLife: KeyLife
  secureBoot: boolean
  fileType: FileType
}

/** Image options in the format of the platform. */
export interface ImageOptions {
  appId: number
  deviceType: string
  version: string
  developmentMode: boolean
  network: 'ethernet' | 'wifi'
  wifiSsid?: string
  wifiKey?: string
  ip?: string
  netmask?: string
  gateway?: string
  secureBoot?: boolean
  appUpdatePollInterval: number
  provisioningKeyName?: string
  provisioningKeyExpiryDate?: string
}

export const defaultSettings: ImageSettings = {
  kind: 'ethernet',
  ssid: '',
  passphrase: '',
  addressing: 'automatic',
  ip: '',
  netmask: '',
  gateway: '',
  interval: '15',
  keyName: '',
  keyLife: 'never',
  secureBoot: false,
  fileType: '.zip',
}

const MIN_MINUTES = 10

export const isInterval = (interval: string) => /^\d+$/.test(interval) && Number(interval) >= MIN_MINUTES

/** Whether a text is an IPv4 address. */
export const isIpAddress = (address: string) =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && address.split('.').every((part) => Number(part) <= 255)

/** Whether a text is a netmask: ones, then zeros, as in `255.255.255.0`. */
export function isNetmask(address: string): boolean {
  if (!isIpAddress(address)) return false
  const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
  return /^1+0*$/.test(bits.join(''))
}

/** The problem of the settings; undefined if an image can be created. */
export function settingsProblem(settings: ImageSettings): string | undefined {
  const { kind, ssid, addressing, ip, netmask, gateway, interval } = settings
  if (kind === 'wifi' && ssid.trim() === '') return text.ssidMissing
  if (addressing === 'fixed') {
    if (!isIpAddress(ip)) return text.ipWrong
    if (!isNetmask(netmask)) return text.netmaskWrong
    if (!isIpAddress(gateway)) return text.gatewayWrong
  }
  return isInterval(interval) ? undefined : text.intervalWrong
}

/** Converts the settings to the format of the platform. The lifetime of the key starts at `now`. */
export function toImageOptions(
  settings: ImageSettings,
  { now, offersSecureBoot }: { now: number; offersSecureBoot: boolean },
): Omit<ImageOptions, 'appId' | 'deviceType' | 'version' | 'developmentMode'> {
  const { kind, ssid, passphrase, addressing, ip, netmask, gateway, keyName, keyLife } = settings
  const expiry = chosenExpiry({ choice: keyLife, expiresAt: '', present: null }, now)
  return {
    network: kind,
    ...(kind === 'wifi' ? { wifiSsid: ssid, wifiKey: passphrase } : {}),
    ...(addressing === 'fixed' ? { ip, netmask, gateway } : {}),
    ...(offersSecureBoot && settings.secureBoot ? { secureBoot: true } : {}),
    appUpdatePollInterval: Number(settings.interval),
    ...(keyName.trim() === '' ? {} : { provisioningKeyName: keyName.trim() }),
    ...(expiry ? { provisioningKeyExpiryDate: expiry } : {}),
  }
}
