/** An example of a connection of NetworkManager on the boot partition, which is not used. */
export const SAMPLE_CONNECTION = `[connection]
id=resin-sample
type=wifi

[wifi]
hidden=true
mode=infrastructure
ssid=My_Wifi_Ssid

[wifi-security]
auth-alg=open
key-mgmt=wpa-psk
psk=super_secret_wifi_password

[ipv4]
method=auto

[ipv6]
addr-gen-mode=stable-privacy
method=auto
`

export interface OsFacts {
  /** The slug of the device type. */
  deviceType: string
  /** Such as `6.0.24+rev1`. */
  version: string
  /** The name with the version, as the device reports it; default: `balenaOS` with the version. */
  name?: string
  /** `prod` or `dev`; null where releases had no variants. */
  variant: string | null
}

/** `/etc/os-release`, on a device and in an image. */
export const osReleaseText = ({
  deviceType,
  version,
  name = `balenaOS ${version}`,
  variant,
}: OsFacts): string =>
  [
    'ID="balena-os"',
    'NAME="balenaOS"',
    `VERSION="${version}"`,
    `VERSION_ID="${version}"`,
    `PRETTY_NAME="${name}"`,
    `MACHINE="${deviceType}"`,
    ...(variant === null ? [] : [`VARIANT_ID="${variant}"`]),
    `META_BALENA_VERSION="${version.replace(/\+rev\d+$/, '')}"`,
    `SLUG="${deviceType}"`,
    '',
  ].join('\n')
