import { accountHandlers } from '../account/account-handlers.ts'
import { keyHandlers } from '../account/keys.ts'
import { twoFactorHandlers } from '../account/two-factor-handlers.ts'
import { billingHandlers } from '../billing/billing-handlers.ts'
import { builderHandlers } from '../builds/builder-handlers.ts'
import { actionHandlers } from '../devices/action-handlers.ts'
import { cloudlinkHandlers } from '../devices/cloudlink-handlers.ts'
import { logReadHandlers } from '../devices/log-handlers.ts'
import { logWriteHandlers } from '../devices/log-lines.ts'
import { proxyHandlers } from '../devices/proxy-handlers.ts'
import { stateHandlers } from '../devices/state-handlers.ts'
import type { AllServiceHandlers } from '../http/service-types.ts'
import { invitationHandlers } from '../organizations/invitations.ts'
import { deviceTypeHandlers } from '../os/device-type-handlers.ts'
import { downloadHandlers } from '../os/download-handlers.ts'
import { registryHandlers } from '../releases/registry.ts'
import { storageHandlers } from '../releases/release-assets.ts'
import { oauthHandlers } from '../sign-in/oauth.ts'
import { singleSignOnHandlers } from '../sign-in/single-sign-on-handlers.ts'
import { identityHandlers } from '../support/identity-handlers.ts'
import { supportHandlers } from '../support/support-handlers.ts'
import type { firstHandlers } from './first-handlers.ts'

/** The handlers of all other operations. The type makes a missing handler a compile error. */
export const laterHandlers: Omit<AllServiceHandlers, keyof typeof firstHandlers> = {
  ...actionHandlers,
  ...builderHandlers,
  ...cloudlinkHandlers,
  ...deviceTypeHandlers,
  ...downloadHandlers,
  ...accountHandlers,
  ...twoFactorHandlers,
  ...singleSignOnHandlers,
  ...oauthHandlers,
  ...identityHandlers,
  ...invitationHandlers,
  ...keyHandlers,
  ...logReadHandlers,
  ...logWriteHandlers,
  ...proxyHandlers,
  ...stateHandlers,
  ...storageHandlers,
  ...registryHandlers,
  ...billingHandlers,
  ...supportHandlers,
}
