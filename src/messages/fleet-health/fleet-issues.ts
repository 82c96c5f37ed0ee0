import { plural } from '@/lib/format.ts'
/** The issues page of a fleet. */
export const fleetIssuesText = {
  title: 'Issues',
  documentTitle: (fleet: string) => `Issues · ${fleet}`,
  failed: 'The issues could not be loaded',
  none: 'No issues',
  noneDetail:
    'Connection, services, updates, storage, memory, temperature and power of each device are checked.',
  columns: {
    severity: 'Severity',
    issue: 'Issue',
    devices: 'Devices',
    since: 'Since',
    actions: 'Actions',
  },
  severity: { critical: 'Critical', warning: 'Warning' },
  devices: (count: string, number: number) => plural(number, { one: '1 device', other: `${count} devices` }),
  sinceUnknown: 'Not recorded',
  newest: (age: string) => `newest ${age}`,
  // The same labels as in the device list; the accessible name adds the issue.
  actions: { restart: 'Restart services', reboot: 'Reboot', purge: 'Purge data', pin: 'Pin to a release' },
  forIssue: (action: string, issue: string) => `${action}: ${issue}`,
  next: {
    frozen: 'These devices exceed the plan. Change the plan or remove devices.',
    'never-online': 'Check power, the image on the storage, and the network.',
    offline: 'Check power and network. Devices reconnect by themselves.',
    'cloudlink-down': 'Devices still report and update. A firewall may block the VPN.',
    'heartbeat-missing': 'The supervisor does not report. A reboot usually helps.',
    reduced: 'Run the health checks on one of the devices.',
    'crash-loop':
      'Check the log of one device. If it started with a release, pin the devices to an earlier one.',
    'service-down': 'Check the log of one device, then restart the services.',
    'os-update-failed': 'Open a device to see where its OS update stopped, then update it again.',
    'update-rejected': 'The devices do not meet a requirement of the release. Pin them to a compatible one.',
    'update-aborted': 'Check the log of one device. The devices stay on their earlier release.',
    'update-locked':
      'The release is downloaded. Wait until the service releases its lock, or override the lock.',
    'storage-full': 'Delete data that is not needed. Purging deletes the data of all services.',
    'memory-full': 'Find the service that uses the memory. A restart frees it temporarily.',
    hot: 'Check the cooling and the surroundings of the devices.',
    undervolted: 'Check the power supplies and cables.',
  },
}
