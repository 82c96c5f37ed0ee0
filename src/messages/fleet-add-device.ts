/** Adding a device: an OS image or a configuration for it. */
export const addDeviceText = {
  open: 'Add device',
  title: (fleet: string) => `Add a device to ${fleet}`,
  deviceType: 'Device type',
  deviceTypeHint: (architecture: string) => `Device types compatible with ${architecture}.`,
  unknownArchitecture: "Could not find the architecture of the application's device type",
  line: 'OS type',
  lines: { default: 'Standard', esr: 'Extended support' },
  version: 'OS version',
  recommended: (version: string) => `${version} (recommended)`,
  knownIssues: (issues: string) => `Known issues: ${issues}`,
  versionsFailed: 'Unable to retrieve OS versions',
  noVersions: 'No OS version is available for this device type',
  edition: 'Edition',
  editions: { prod: 'Production', dev: 'Development' },
  devNote: 'A development OS allows root access from the local network and supports local mode.',
  prodNote: 'A production OS allows access only with an SSH key added to the platform.',
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
  fileTypes: { '.zip': 'Zip (.zip)', '.gz': 'Gzip (.gz)', '.img': 'Uncompressed (.img)' },
  keyLife: 'The provisioning key expires',
  interval: 'Check for updates every (minutes)',
  intervalWrong: 'Enter a whole number of minutes, 10 or more.',
  keyName: 'Name of the provisioning key (optional)',
  more: 'More settings',
  size: (size: string) => `${size} to download`,
  unpackedSize: (size: string) => `${size} uncompressed`,
  instructions: 'Next steps',
  downloadImage: 'Download image',
  downloadConfig: 'Configuration file only',
  cannotSave: 'This browser cannot save files',
  progress: 'Download',
  downloading: (done: string, total: string) => `${done} of ${total}`,
  downloadingUnknown: (done: string) => `${done} so far`,
  stop: 'Stop download',
  imageReady: (name: string) => `${name} downloaded`,
  configReady: (name: string) => `${name} saved`,
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
    'This platform does not offer OS images to download. Add the configuration file of this fleet to an image of yours, or use a provisioning key.',
  config: 'Configuration file',
  versionHint: 'The OS version of your image.',
  versionWrong: 'Enter the OS version of your image: 6.1.2.',
  saveConfig: 'Save configuration file',
  configFailed: 'The file could not be created. Use a provisioning key instead.',
  key: 'Provisioning key',
  keyIntro:
    'Anyone who has it can add devices to this fleet.',
  createKey: 'Create a provisioning key',
  keyName: (day: string) => `Added in the dashboard on ${day}`,
  keyOnce: 'Copy the key now. You cannot see it again.',
}
