import { actionHandlers } from './actions.ts'
import { accountHandlers } from './account.ts'
import { billingHandlers } from './billing.ts'
import { builderHandlers } from './builder.ts'
import { cloudlinkHandlers } from './cloudlink.ts'
import { configHandlers } from './config.ts'
import { proxyHandlers } from './devices-proxy.ts'
import { downloadHandlers } from './downloads.ts'
import type { AllServiceHandlers } from './service-types.ts'
import { identityHandlers } from './identity.ts'
import { invitationHandlers } from './invitations.ts'
import { keyHandlers } from './keys.ts'
import { logHandlers } from './logs.ts'
import { oauthHandlers } from './oauth.ts'
import { registryHandlers } from './registry.ts'
import { storageHandlers } from '../resources/release-assets.ts'
import { sessionHandlers } from './session.ts'
import { singleSignOnHandlers } from './single-sign-on.ts'
import { stateHandlers } from './state.ts'
import { supportHandlers } from './support.ts'
import { twoFactorHandlers } from './two-factor.ts'

export const serviceHandlers: AllServiceHandlers = {
  ...actionHandlers,
  ...builderHandlers,
  ...cloudlinkHandlers,
  ...configHandlers,
  ...downloadHandlers,
  ...sessionHandlers,
  ...accountHandlers,
  ...twoFactorHandlers,
  ...singleSignOnHandlers,
  ...oauthHandlers,
  ...identityHandlers,
  ...invitationHandlers,
  ...keyHandlers,
  ...proxyHandlers,
  ...logHandlers,
  ...stateHandlers,
  ...storageHandlers,
  ...registryHandlers,
  ...billingHandlers,
  ...supportHandlers,
}
