/** Adding a device: an OS image or a configuration for it. */
export const addDeviceText = {
  open: 'Add device',
  title: (fleet: string) => `Add a device to ${fleet}`,
  deviceType: 'Device type',
  deviceTypeHint: (architecture: string) => `Types that run what is built for ${architecture}.`,
  unknownArchitecture: "Could not find the architecture of the application's device type",
  line: 'Kind of OS',
  lines: { default: 'Standard', esr: 'Extended support' },
  version: 'OS version',
  recommended: (version: string) => `${version} (recommended)`,
  knownIssues: (issues: string) => `Known issues: ${issues}`,
  versionsFailed: 'Unable to retrieve OS versions',
  noVersions: 'There is no OS for this type',
  edition: 'Edition',
  editions: { prod: 'Production', dev: 'Development' },
  devNote: 'A development OS accepts anybody of the local network as root and can be in local mode.',
  prodNote: 'A production OS lets in only those whose SSH key is known to the platform.',
  sshKeys: 'Manage your SSH keys',
  network: 'Network',
  networks: { ethernet: 'Ethernet only', wifi: 'Wi-Fi and Ethernet' },
  ssid: 'Wi-Fi name (SSID)',
  passphrase: 'Wi-Fi passphrase',
  ssidMissing: 'A Wi-Fi name is required.',
  addressing: 'Address',
  addressings: { automatic: 'Automatic (DHCP)', fixed: 'Fixed address' },
  ip: 'IP address',
  netmask: 'Netmask',
  gateway: 'Gateway',
  ipWrong: 'Enter the address as four numbers: 192.168.1.20.',
  netmaskWrong: 'Enter a netmask: 255.255.255.0.',
  gatewayWrong: 'Enter the gateway as four numbers: 192.168.1.1.',
  secureBoot: 'Secure boot and disk encryption',
  secureBootNote:
    'The installer locks the boot chain of the device to this OS and encrypts its disk. This cannot be undone.',
  fileType: 'File',
  fileTypes: { '.zip': 'Zip (.zip)', '.gz': 'Gzip (.gz)', '.img': 'Not packed (.img)' },
  keyLife: 'The provisioning key expires',
  interval: 'Check for updates every (minutes)',
  intervalWrong: 'Enter a whole number of minutes, 10 or more.',
  keyName: 'Name of the provisioning key (optional)',
  more: 'More settings',
  size: (size: string) => `${size} to download`,
  unpackedSize: (size: string) => `${size} once unpacked; less to download`,
  instructions: 'Then',
  downloadImage: 'Download image',
  downloadConfig: 'Configuration file only',
  cannotSave: 'This browser cannot save files that a page makes',
  progress: 'Download',
  downloading: (done: string, total: string) => `${done} of ${total}`,
  downloadingUnknown: (done: string) => `${done} so far`,
  stop: 'Stop download',
  imageReady: (name: string) => `${name} is downloaded`,
  configReady: (name: string) => `${name} is saved`,
}

/** Keys of the catalogue as the platform names them (docs/decisions/product-rules.md, 40). */
export const freePlanText = {
  free_plan_allowance_reached: (allowance: number) =>
    `The free plan allows ${allowance} devices, and they are all in use.`,
  provisioned_more_devices_than_free_allowance: (count: number, allowance: number) =>
    `There are ${count} devices, but the free plan allows ${allowance}. Those beyond are frozen.`,
  upgrade_plan_to_enable_new_provision: 'Upgrade the plan to add more devices.',
  contact_administrator_to_upgrade_plan: 'Ask an administrator of the organization to upgrade the plan.',
}

/** Adding a device where the platform has no OS images to download. */
export const joinText = {
  intro:
    'This platform does not offer OS images to download. Give an image that you have the configuration of this fleet, or let a device join with a provisioning key.',
  config: 'Configuration file',
  versionHint: 'The version of the image that the file is for.',
  versionWrong: 'Enter the OS version of your image: 6.1.2.',
  saveConfig: 'Save configuration file',
  configFailed: 'The platform could not make the file. Use a provisioning key instead.',
  key: 'Provisioning key',
  keyIntro:
    'Whoever has it can add devices to this fleet: an OS as its apiKey, a script by registering the device.',
  createKey: 'Create a provisioning key',
  keyName: (day: string) => `Added in the dashboard on ${day}`,
  keyOnce: 'Copy the key now: you cannot see it again.',
}
