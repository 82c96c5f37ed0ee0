import { shellLine } from '@/lib/equivalent-command.ts'
import type { ImageOptions } from './image-settings.ts'

const IMAGE = 'os.img'
const PROFILE = 'fixed-address'

/** Prefix length of a netmask: `255.255.255.0` is 24. */
const prefixOf = (netmask: string) =>
  netmask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0)

/** A NetworkManager connection profile, because the CLI has no options for static addresses. */
function profileOf(
  { network, wifiSsid = '', ip = '', netmask = '', gateway = '' }: ImageOptions,
  key: string,
) {
  const wifi = [
    '[wifi]',
    'mode=infrastructure',
    `ssid=${wifiSsid}`,
    ...(key === '' ? [] : ['[wifi-security]', 'key-mgmt=wpa-psk', `psk=${key}`]),
  ]
  return [
    '[connection]',
    `id=${PROFILE}`,
    `type=${network}`,
    ...(network === 'wifi' ? wifi : []),
    '[ipv4]',
    'method=manual',
    `address1=${ip}/${prefixOf(netmask)},${gateway}`,
    '',
  ].join('\n')
}

/**
 * CLI commands that create the same image: download a generic image, then write the configuration into it. `wifiKey`
 * is a placeholder for the passphrase.
 */
export function imageCommands(fleet: string, imageOptions: ImageOptions, wifiKey: string): string {
  const { deviceType, version, network, wifiSsid = '', ip } = imageOptions
  const { provisioningKeyName: keyName, provisioningKeyExpiryDate: expires } = imageOptions
  const isFixed = ip !== undefined
  // A second profile for the same network would conflict with the one created by the options.
  const byOptions = network === 'wifi' && !isFixed
  const configure = [
    'os',
    'configure',
    IMAGE,
    '--fleet',
    fleet,
    '--device-type',
    deviceType,
    '--config-network',
    byOptions ? 'wifi' : 'ethernet',
    ...(byOptions ? ['--config-wifi-ssid', wifiSsid, '--config-wifi-key', wifiKey] : []),
    '--config-app-update-poll-interval',
    String(imageOptions.appUpdatePollInterval),
    ...(imageOptions.developmentMode ? ['--dev'] : []),
    ...(imageOptions.secureBoot ? ['--secureBoot'] : []),
    ...(keyName === undefined ? [] : ['--provisioning-key-name', keyName]),
    ...(expires === undefined ? [] : ['--provisioning-key-expiry-date', expires.slice(0, 10)]),
    ...(isFixed ? ['--system-connection', PROFILE] : []),
  ]
  return [
    shellLine('balena', 'os', 'download', deviceType, '--version', version, '-o', IMAGE),
    ...(isFixed ? [`${shellLine('printf', '%s', profileOf(imageOptions, wifiKey))} > ${PROFILE}`] : []),
    shellLine('balena', ...configure),
  ].join('\n')
}
