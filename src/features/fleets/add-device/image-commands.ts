import { shellLine } from '../../../lib/equivalent-command.ts'
import type { ImageWishes } from './image-settings.ts'

const IMAGE = 'os.img'
const PROFILE = 'fixed-address'

/** Bits of a netmask: `255.255.255.0` is 24. */
const prefixOf = (netmask: string) =>
  netmask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0)

/** A connection profile of NetworkManager; the tool has no options for a fixed address. */
function profileOf(
  { network, wifiSsid = '', ip = '', netmask = '', gateway = '' }: ImageWishes,
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
 * What the official tool is told to make the same image: it downloads one without a fleet, and then writes the
 * configuration into it. `wifiKey` stands in the place of the passphrase.
 */
export function imageCommands(fleet: string, wishes: ImageWishes, wifiKey: string): string {
  const { deviceType, version, network, wifiSsid = '', ip } = wishes
  const { provisioningKeyName: keyName, provisioningKeyExpiryDate: expires } = wishes
  const isFixed = ip !== undefined
  // A profile for the same network would compete with the one that the options make.
  const byOptions = network === 'wifi' && !isFixed
  const configure = [
    ...['os', 'configure', IMAGE, '--fleet', fleet, '--device-type', deviceType],
    ...['--config-network', byOptions ? 'wifi' : 'ethernet'],
    ...(byOptions ? ['--config-wifi-ssid', wifiSsid, '--config-wifi-key', wifiKey] : []),
    ...['--config-app-update-poll-interval', String(wishes.appUpdatePollInterval)],
    ...(wishes.developmentMode ? ['--dev'] : []),
    ...(wishes.secureBoot ? ['--secureBoot'] : []),
    ...(keyName === undefined ? [] : ['--provisioning-key-name', keyName]),
    ...(expires === undefined ? [] : ['--provisioning-key-expiry-date', expires.slice(0, 10)]),
    ...(isFixed ? ['--system-connection', PROFILE] : []),
  ]
  return [
    shellLine('balena', 'os', 'download', deviceType, '--version', version, '-o', IMAGE),
    ...(isFixed ? [`${shellLine('printf', '%s', profileOf(wishes, wifiKey))} > ${PROFILE}`] : []),
    shellLine('balena', ...configure),
  ].join('\n')
}
