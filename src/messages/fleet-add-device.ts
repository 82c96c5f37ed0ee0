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
  sshKeys: 'SSH keys for production devices',
  network: 'Network',
  networks: { ethernet: 'Ethernet only', wifi: 'Wi-Fi and Ethernet' },
  ssid: 'Wi-Fi name (SSID)',
  passphrase: 'Wi-Fi passphrase',
  ssidMissing: 'A Wi-Fi name is required.',
  interval: 'Check for updates every (minutes)',
  intervalWrong: 'Enter a whole number of minutes, 10 or more.',
  keyName: 'Name of the provisioning key (optional)',
  more: 'More settings',
  size: (size: string) => `${size} to download`,
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

/** Keys of the catalogue as the platform names them (spec 2 §8, decisions 40). */
export const freePlanText = {
  free_plan_allowance_reached: (allowance: number) =>
    `The free plan allows ${allowance} devices, and they are all in use.`,
  provisioned_more_devices_than_free_allowance: (count: number, allowance: number) =>
    `There are ${count} devices, but the free plan allows ${allowance}. Those beyond are frozen.`,
  upgrade_plan_to_enable_new_provision: 'Upgrade the plan to add more devices.',
  contact_administrator_to_upgrade_plan: 'Ask an administrator of the organization to upgrade the plan.',
}
