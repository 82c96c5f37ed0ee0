import { formatList, formatNumber, plural } from '@/lib/format.ts'
import { labelled } from '@/messages/common/compose.ts'

/** What has to be settled before an account can be deleted. */
interface ObstacleWords {
  kind: 'frozen-organization' | 'frozen-devices' | 'too-many-devices'
  name: string
  active: number
  beyond: number
}

const activeText = (devices: number, active: number) =>
  plural(devices, {
    one: `1 device, ${formatNumber(active)} active`,
    other: `${formatNumber(devices)} devices, ${formatNumber(active)} active`,
  })

/** What an organization has: “2 fleets, apps and blocks and 3 devices, 1 active”. */
const contentsText = (applications: number, devices: number, active: number) =>
  formatList([
    plural(applications, {
      one: '1 fleet, app or block',
      other: `${formatNumber(applications)} fleets, apps and blocks`,
    }),
    active === devices
      ? plural(devices, { one: '1 device', other: `${formatNumber(devices)} devices` })
      : activeText(devices, active),
  ])

/** Irreversible actions in the account details. */
export const dangerZoneText = {
  panel: 'Danger zone',
  others: 'Other sessions',
  othersHint: 'All other browsers and tools must sign in again. This session is kept.',
  logOutOthers: 'Log me out from other sessions',
  othersEnded: 'Other sessions signed out',
  /** The key is part of the requirements; the words are ours. */
  failed_logout_other_sessions: 'Other sessions could not be signed out',

  delete: 'Delete account',
  deleteHint: 'Deletes your account and everything that only you own. This cannot be undone.',
  contactSales: 'Your plan was arranged with sales. Contact sales to delete your account.',
  planFailed: 'The organizations to delete could not be loaded',
  title: 'Delete your account?',
  body: 'This cannot be undone.',
  goesAlong: 'You are the only administrator of these organizations. They are deleted too:',
  organization: (name: string, applications: number, devices: number, active: number) =>
    labelled(name, contentsText(applications, devices, active)),
  personalOrganization: (name: string, applications: number, devices: number, active: number) =>
    `${name}: ${contentsText(applications, devices, active)} (your personal organization)`,
  obstacles: 'Your account cannot be deleted yet, because a subscription cannot be canceled:',
  obstacle({ kind, name, active, beyond }: ObstacleWords): string {
    switch (kind) {
      case 'too-many-devices':
        return plural(beyond, {
          one: `${name} has ${formatNumber(active)} active devices, ${formatNumber(beyond)} too many for the free plan. Delete or deactivate 1 device, or make another member an administrator.`,
          other: `${name} has ${formatNumber(active)} active devices, ${formatNumber(beyond)} too many for the free plan. Delete or deactivate ${formatNumber(beyond)} devices, or make another member an administrator.`,
        })
      case 'frozen-devices':
        return `${name} has frozen devices. Remove them from its fleets, or make another member an administrator.`
      case 'frozen-organization':
        return `${name} is frozen because of an unpaid invoice. Pay it, or make another member an administrator.`
    }
  },
  toFleets: (name: string) => `Fleets of ${name}`,
  toBilling: (name: string) => `Billing of ${name}`,
  toMembers: (name: string) => `Members of ${name}`,
  obstaclesFirst: 'First settle what is listed above.',
  checking: 'Checking what is deleted with your account',
  alsoGone:
    'Your API keys and access tokens stop working, your SSH keys no longer give access to devices, and you leave all other organizations, teams and fleets.',
  setPasswordFirst: 'Set a password first. Deleting an account requires it.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  confirm: 'Delete account',
  steps: 'Steps',
  step: {
    password: 'Verify your password',
    subscriptions: 'Cancel subscriptions',
    organizations: 'Delete organizations',
    account: 'Delete your account',
  },
  status: { pending: 'Pending', 'in-progress': 'In progress', done: 'Done', failed: 'Failed' },
  invalidPassword: 'The password is wrong. Nothing was deleted.',
  contactSupport: 'Contact support if this does not help.',
  deleted: 'Your account was deleted. You are being signed out.',
}
